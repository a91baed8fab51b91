/** Positions of manually ordered rows, as integers with gaps between them. Pure. */

export interface Placed {
  readonly id: string
  readonly position: number
}
export interface Limits {
  readonly min: number
  readonly max: number
}

/** Gap between rows that are spread again. */
const STEP = 10

/**
 * Positions for `count` rows strictly between two others, evenly spread; undefined when they do not
 * fit.
 */
const between = (
  count: number,
  below: number | undefined,
  above: number | undefined,
  { min, max }: Limits,
): number[] | undefined => {
  const low = below ?? min - 1
  const high = above ?? max + 1
  if (high - low - 1 < count) return undefined
  // At an open end rows continue in steps, which leaves room for the next one.
  if (above === undefined && low + STEP * count <= max) {
    return Array.from(
      { length: count },
      (_, i) =>
        (below === undefined ? Math.max(min, 0) : low) + STEP * (below === undefined ? i : i + 1),
    )
  }
  if (below === undefined && high - STEP * count >= min) {
    return Array.from({ length: count }, (_, i) => high - STEP * (count - i))
  }
  const step = (high - low) / (count + 1)
  return Array.from({ length: count }, (_, i) => Math.floor(low + step * (i + 1)))
}

/**
 * New positions after the row at index `from` moves to index `to` (of the list without it): only
 * changed ones, as few as possible. Undefined when the limits leave no room.
 */
export const rearranged = (
  rows: readonly Placed[],
  from: number,
  to: number,
  limits: Limits,
): readonly Placed[] | undefined => {
  const moved = rows[from]
  if (!moved || from === to) return []
  const next = rows.filter((_, i) => i !== from)
  next.splice(to, 0, moved)
  for (let size = 1; size <= next.length; size++) {
    for (
      let first = Math.max(0, to - size + 1);
      first <= Math.min(to, next.length - size);
      first++
    ) {
      const positions = between(
        size,
        next[first - 1]?.position,
        next[first + size]?.position,
        limits,
      )
      if (positions) {
        return next
          .slice(first, first + size)
          .flatMap((row, i) =>
            row.position === positions[i] ? [] : [{ id: row.id, position: positions[i]! }],
          )
      }
    }
  }
  return undefined
}
