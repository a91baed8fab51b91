/** What a person may do with one row, from its state and their rights. Pure; the server decides again. */
import type { RecordData } from '#data/types.ts'
import type { ResourceModel, Transition } from '#model/types.ts'
import type { ResourceRights } from '../resource.ts'

export type RowAction =
  | { readonly kind: 'view' | 'edit' | 'duplicate' | 'history' | 'delete' | 'restore' | 'purge' }
  | { readonly kind: 'transition'; readonly transition: Transition }

/** Transitions the row's state allows and the person may take. */
export const rowTransitions = (resource: ResourceModel, row: RecordData, rights: Pick<ResourceRights, 'transition'>): Transition[] =>
  resource.transitions.filter((t) => t.from === row.state && rights.transition(t.name))

/** Entries of a row's menu in order; in the trash only the way back and the end. */
export const rowActions = (resource: ResourceModel, row: RecordData, rights: ResourceRights, trashed: boolean): RowAction[] => {
  if (trashed) return [...(rights.delete ? [{ kind: 'restore' } as const] : []), ...(rights.purge ? [{ kind: 'purge' } as const] : [])]
  return [
    ...(rights.read ? [{ kind: 'view' } as const] : []),
    ...(rights.update ? [{ kind: 'edit' } as const] : []),
    ...(rights.create ? [{ kind: 'duplicate' } as const] : []),
    ...rowTransitions(resource, row, rights).map((transition) => ({ kind: 'transition' as const, transition })),
    ...(rights.read ? [{ kind: 'history' } as const] : []),
    ...(rights.delete ? [{ kind: 'delete' } as const] : []),
  ]
}

/** Text that names a row: its title, else the beginning of its id. */
export const titleOf = (resource: ResourceModel, row: RecordData): string => {
  const value = row[resource.title]
  return value === null || value === undefined || value === '' ? row.id.slice(0, 8) : String(value)
}
