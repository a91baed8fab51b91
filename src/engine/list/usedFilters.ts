/** The filters that a person used last. Pure. */
import type { Filter } from '#model/query.ts'

const MOST = 5

/**
 * The filters kept before, after the one that was used now. `read` returns a kept one in one form:
 * the server stores the keys of an object in its own order.
 */
export const withNewest = (
  filter: Filter,
  kept: readonly unknown[],
  read: (raw: unknown) => Filter | undefined,
): readonly unknown[] => {
  const textOf = (raw: unknown) => JSON.stringify(read(raw))
  const text = textOf(filter)
  return [filter, ...kept.filter((other) => textOf(other) !== text)].slice(0, MOST)
}
