/** Static data of every route; the guard of the shell reads it. */
import type { EntityName, PermissionKey } from '#schemas/names.ts'
import type { PageKind } from '#engine/routes.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Permission key, or null if a session (or none, outside the shell) is enough. */
    permission: PermissionKey | null
    /** Catalogue key of the page's name, or a label of the schemas. */
    label: string
    /** Entity that people change there, if not that of the permission. */
    changes?: EntityName
    /** API collection of a generated page. */
    resource?: string
    page?: PageKind
  }
}
