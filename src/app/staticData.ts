/** What every route of the application states; the guard of the shell reads it. */
import type { PermissionKey } from '#schemas/names.ts'
import type { PageKind } from '#engine/routes.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Permission key, or null where a session (or none, outside the shell) is enough. */
    permission: PermissionKey | null
    /** Name of the page in the catalogue, or a label of the schemas. */
    label: string
    /** API collection of a generated page. */
    resource?: string
    page?: PageKind
  }
}
