/** A filter by tags as conditions. Pure. */
import type { Condition } from '#model/query.ts'
import type { AnyFilterValue } from '../listSearch.ts'

/** Before the comparison in the first place of a filter's value: `['@@hasAll', 'vip', 'new']`. */
export const MARK = '@@'

/** The conditions of a filter that names its comparison; undefined for one that does not. */
export const tagConditions = (field: string, value: AnyFilterValue): Condition[] | undefined => {
  const [first, ...tags] = [value].flat().map(String)
  const op = [`hasAll`, `hasNone`, `isNull`].find((each) => first === MARK + each)
  if (!op) return undefined
  const condition = { path: [field], op, value: op === 'isNull' || tags } as Condition
  return tags.length || op === 'isNull' ? [condition] : []
}
