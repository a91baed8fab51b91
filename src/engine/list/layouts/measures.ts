/** The numbers of groups besides their counts. Pure. */
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import type { List } from '../useList.ts'

/** Fields that sums are made of: the declared ones, otherwise the amounts among the columns. */
export const sumsOf = (resource: Pick<ResourceModel, 'fields' | 'list'>): readonly string[] => {
  const { columns, layouts } = resource.list
  return layouts?.group
    ? (layouts.group.sum ?? [])
    : columns.filter((name) => fieldOf(resource, name)?.kind === 'money')
}

/** A number of a group besides its count. */
export interface Measure {
  /** As the server names it: `sum:total`. */
  readonly key: string
  readonly fn: 'sum' | 'avg'
  readonly field: FieldModel
}

/** Sums and averages of the list that the person may read. */
export const measuresOf = ({ resource, allowed }: Pick<List, 'resource' | 'allowed'>): Measure[] =>
  sumsOf(resource).flatMap((name) => {
    const field = allowed(resource, name) ? fieldOf(resource, name) : undefined
    return field ? (['sum', 'avg'] as const).map((fn) => ({ key: `${fn}:${name}`, fn, field })) : []
  })
