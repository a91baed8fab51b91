/** Generates `firestore.indexes.json`: an index for each sort, alone and after each filter. */
import { DELETED, documentFilters, documentSorts, pathOf } from '#model/documents/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { traits } from '#schemas/define/kinds.ts'

interface IndexField {
  readonly fieldPath: string
  readonly order?: 'ASCENDING' | 'DESCENDING'
  readonly arrayConfig?: 'CONTAINS'
}
/**
 * One composite index; the document name is appended implicitly, in the direction of the last
 * field.
 */
export interface Index {
  readonly collectionGroup: string
  readonly queryScope: 'COLLECTION'
  readonly fields: readonly IndexField[]
}

const up = (fieldPath: string): IndexField => ({ fieldPath, order: 'ASCENDING' })

/**
 * Returns the indexes of one resource. Combined equality filters need no index of their own: the
 * database merges the indexes of each, since they end in the same sort. The range of a filter comes
 * after the sort.
 */
export const indexesOf = (resource: ResourceModel): readonly Index[] => {
  const made = new Map<string, Index>()
  const add = (...fields: IndexField[]) => {
    const index: Index = { collectionGroup: resource.collection, queryScope: 'COLLECTION', fields }
    made.set(JSON.stringify(fields), index)
  }
  for (const name of documentSorts(resource)) {
    const sort = fieldOf(resource, name)!
    for (const order of ['ASCENDING', 'DESCENDING'] as const) {
      const sorted: IndexField = { fieldPath: pathOf(sort), order }
      add(up(DELETED), sorted)
      for (const filterName of documentFilters(resource)) {
        const filter = fieldOf(resource, filterName)!
        const set = traits(filter.kind).storage.endsWith('[]')
        // Money is compared within one currency.
        const currency = filter.kind === 'money' ? [up(`${filter.name}.currency`)] : []
        if (set) add(up(DELETED), { fieldPath: filter.name, arrayConfig: 'CONTAINS' }, sorted)
        if (filter.name === name) {
          if (currency.length) add(up(DELETED), ...currency, sorted)
          continue
        }
        if (!set) add(up(DELETED), ...currency, up(pathOf(filter)), sorted)
        if (!set && filter.kind !== 'boolean') {
          add(up(DELETED), ...currency, sorted, { fieldPath: pathOf(filter), order })
        }
        if (currency.length || set) add(up(DELETED), sorted, { fieldPath: filter.name, order })
      }
    }
  }
  return [...made.values()]
}

/** Returns the whole file in the format of the Firebase CLI. */
export const indexesFile = (resources: readonly ResourceModel[]): string =>
  `${JSON.stringify({ indexes: resources.flatMap(indexesOf), fieldOverrides: [] }, null, 2)}\n`
