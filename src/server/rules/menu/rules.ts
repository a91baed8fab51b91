import type { menu } from '#schemas/menu.ts'
import { allKeys } from '#schemas/define/permissions.ts'
import type { Model } from '#model/types.ts'
import { invalid, type FieldProblem } from '../../base/problem.ts'
import type { EntityRules } from '../types.ts'
import { treeRules } from '../tree.ts'

/** Screens that are not generated from an entity. */
const OWN_SCREENS = [
  '/dashboard',
  '/order-dash',
  '/ongoing-order',
  '/chatuser',
  '/ticket_chat',
  '/settings',
  '/permission',
  '/auth',
]

/** True for an address of this application: a screen or a record on it, with or without a query. */
export const isRoute = (model: Model, route: string): boolean => {
  const path = route.replace(/[?#].*$/s, '')
  if (path === '/') return true
  return [...OWN_SCREENS, ...model.resources.flatMap((r) => [r.path, r.createPath])].some(
    (known) => known !== '' && (path === known || path.startsWith(`${known}/`)),
  )
}

const tree = treeRules('menu')

/**
 * Rules of stored navigation entries: they link to an existing screen, name an existing permission,
 * and cannot contain themselves.
 */
export const menuRules: EntityRules<typeof menu> = {
  ...tree,
  async beforeWrite(change, context) {
    const { after, changed } = change
    const errors: FieldProblem[] = []
    if (
      after &&
      changed.has('route') &&
      typeof after.route === 'string' &&
      !isRoute(context.model, after.route)
    ) {
      errors.push({
        path: 'route',
        code: 'unknown_route',
        message: 'There is no such page in this application',
      })
    }
    if (
      after &&
      changed.has('permission') &&
      typeof after.permission === 'string' &&
      !allKeys(context.model.resources).includes(after.permission)
    ) {
      errors.push({
        path: 'permission',
        code: 'unknown_permission',
        message: 'There is no such permission',
      })
    }
    if (errors.length) throw invalid(errors)
    await tree.beforeWrite(change, context)
  },
}
