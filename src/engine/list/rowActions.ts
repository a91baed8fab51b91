/**
 * Actions a person may take on one row, from its state and their permissions. Pure; the server
 * decides again.
 */
import type { RecordData } from '#data/types.ts'
import type { ActionModel, ResourceModel, Transition } from '#model/types.ts'
import { openActions, openTransitions } from '../recordActions.ts'
import type { ResourceRights } from '../resource.ts'

export type RowAction =
  | {
      readonly kind:
        | 'view'
        | 'peek'
        | 'edit'
        | 'duplicate'
        | 'history'
        | 'delete'
        | 'restore'
        | 'purge'
    }
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'action'; readonly action: ActionModel }

/** Entries of a row's menu in order; in the trash only restoring and permanent deletion. */
export const rowActions = (
  resource: ResourceModel,
  row: RecordData,
  rights: ResourceRights,
  trashed: boolean,
): RowAction[] => {
  if (trashed) {
    return [
      ...(rights.delete ? [{ kind: 'restore' } as const] : []),
      ...(rights.purge ? [{ kind: 'purge' } as const] : []),
    ]
  }
  return [
    ...(rights.read ? [{ kind: 'view' } as const, { kind: 'peek' } as const] : []),
    ...(rights.update ? [{ kind: 'edit' } as const] : []),
    ...(rights.create ? [{ kind: 'duplicate' } as const] : []),
    ...openTransitions(resource, row, rights).map((transition) => ({
      kind: 'transition' as const,
      transition,
    })),
    ...openActions(resource, row, rights).map((action) => ({ kind: 'action' as const, action })),
    ...(rights.read ? [{ kind: 'history' } as const] : []),
    ...(rights.delete ? [{ kind: 'delete' } as const] : []),
  ]
}
