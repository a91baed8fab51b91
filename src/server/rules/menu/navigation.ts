/** Changes to the navigation by stored menus, for one person. */
import { headingKey, screenKeys } from '#model/navigation.ts'
import type { Model } from '#model/types.ts'
import type { Query } from '../../database/query.ts'
import type { Access } from '../../permissions/types.ts'

/** A navigation entry as shown. */
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

/** A generated entry hidden from the person. */
interface HiddenEntry {
  readonly key: string
  readonly hidden: true
}

/**
 * Every signed-in user has a navigation, so this needs no permission to list menus. An entry hidden
 * from the person is left out; where it replaces a generated entry, the key of that entry is listed
 * as hidden.
 */
export const navigationOverrides = async (
  query: Query,
  model: Model,
  access: Access,
): Promise<readonly (NavigationOverride | HiddenEntry)[]> => {
  const { rows } = await query<NavigationOverride>(
    `SELECT m.key, m.label, p.key AS parent, m.route, m.icon, m.position, m.permission, m.hidden FROM menus m LEFT JOIN menus p ON p.id = m.parent AND p.deleted_at IS NULL
     WHERE m.deleted_at IS NULL ORDER BY m.position, m.key`,
  )
  const generated = new Set<string>([
    ...screenKeys,
    ...model.resources.flatMap((r) => [r.entity, headingKey(r.nav.group)]),
  ])
  const isHidden = (row: NavigationOverride): boolean =>
    row.hidden || (row.permission !== null && !access.can(row.permission))
  const hidden = new Set(rows.filter(isHidden).map((row) => row.key))
  return rows.flatMap<NavigationOverride | HiddenEntry>((row) => {
    if (!isHidden(row) && !(row.parent !== null && hidden.has(row.parent))) return [row]
    return generated.has(row.key) ? [{ key: row.key, hidden: true }] : []
  })
}
