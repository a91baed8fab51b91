/** Geometry of lines in a 100 × 100 box that is stretched to its container. Pure. */
export type Points = readonly (number | null)[]

/** A round number not below `most`, and the number of intervals on its axis. */
export const scaleOf = (most: number): { readonly top: number; readonly parts: number } => {
  if (most <= 0) return { top: 4, parts: 4 }
  const unit = 10 ** Math.floor(Math.log10(most))
  const [step, parts] = (
    [
      [1, 4],
      [1.2, 4],
      [1.6, 4],
      [2, 4],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 3],
      [8, 4],
      [10, 5],
    ] as const
  ).find(([s]) => s * unit >= most) ?? [10, 5]
  // Fractions of a booking make no sense, so small axes have a line per whole number.
  return most < 4
    ? { top: Math.max(1, Math.ceil(most)), parts: Math.max(1, Math.ceil(most)) }
    : { top: step * unit, parts: (step * unit) % parts === 0 ? parts : 2 }
}

const x = (i: number, count: number): number => (count > 1 ? (i / (count - 1)) * 100 : 50)
const y = (v: number, low: number, high: number): number =>
  high > low ? 100 - ((v - low) / (high - low)) * 100 : 100
const known = (points: Points): [number, number][] =>
  points.flatMap((v, i): [number, number][] => (v === null ? [] : [[i, v]]))

/** SVG path of a line between `low` and `high`; a single point becomes a horizontal stroke. */
export const linePath = (
  points: Points,
  low: number,
  high: number,
  count = points.length,
): string => {
  const all = known(points)
  if (count === 1 && all[0]) return `M0 ${y(all[0][1], low, high).toFixed(2)}H100`
  return all
    .map(([i, v], n) => `${n ? 'L' : 'M'}${x(i, count).toFixed(2)} ${y(v, low, high).toFixed(2)}`)
    .join('')
}

/** The same line closed down to the axis. */
export const areaPath = (
  points: Points,
  low: number,
  high: number,
  count = points.length,
): string => {
  const all = known(points)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return ''
  const [from, to] = count === 1 ? [0, 100] : [x(first[0], count), x(last[0], count)]
  return `${linePath(points, low, high, count)}L${to.toFixed(2)} 100L${from.toFixed(2)} 100Z`
}

/** Minimum and maximum of the lines; the minimum is 0 unless a value is below it. */
export const bounds = (...lines: readonly Points[]): readonly [low: number, high: number] => {
  const values = lines.flatMap((l) => l.filter((v) => v !== null))
  return [Math.min(0, ...values), Math.max(0, ...values)]
}
