import { own } from '#schemas/define/own.ts'
import type { RecordData } from '../types.ts'

type Data = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The values with the groups named in `names` completed by the parts that the record has: a part
 * that is `null` is emptied, one that is absent stays. A group without any part is empty.
 */
export const withParts = (
  values: Data,
  before: RecordData | null,
  names: ReadonlySet<string>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (!names.has(name) || !isGroup(value)) return [[name, value]]
      const had = own(before ?? {}, name)
      const all = Object.entries({ ...(isGroup(had) ? had : {}), ...value })
      const parts = all.filter(([, part]) => part !== null && part !== undefined)
      if (parts.length > 0) return [[name, Object.fromEntries(parts)]]
      return before ? [[name, null]] : []
    }),
  )
