/** What the stored menus change about the navigation, for one person. */
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'

/** An entry as it should be shown; of one that is not for the person they learn the key only. */
export interface NavigationOverride {
  readonly key: string
  readonly label: string
  readonly parent: string | null
  readonly route: string | null
  readonly icon: string | null
  readonly position: number
  readonly permission: string | null
  readonly hidden: boolean
}

/** Everybody signed in has a navigation, so this asks for no right to list menus; what asks for a right of its own comes only to those who hold it. */
export const navigationOverrides = async (
  query: Query,
  access: Access,
): Promise<readonly (NavigationOverride | { readonly key: string; readonly hidden: true })[]> => {
  const { rows } = await query<NavigationOverride>(
    `SELECT m.key, m.label, p.key AS parent, m.route, m.icon, m.position, m.permission, m.hidden FROM menus m LEFT JOIN menus p ON p.id = m.parent AND p.deleted_at IS NULL
     WHERE m.deleted_at IS NULL ORDER BY m.position, m.key`,
  )
  return rows.map((row) =>
    row.hidden || (row.permission !== null && !access.can(row.permission))
      ? { key: row.key, hidden: true }
      : row,
  )
}
