import { memo } from 'react'
import { areaPath, bounds, linePath, type Points } from './plot.ts'
import css from './dashboard.module.css'

/** Line without labels; the metric beside it names it. */
export const Spark = memo(function Spark({
  points,
  tone,
}: {
  readonly points: Points
  readonly tone: 'better' | 'worse' | 'neutral'
}) {
  const [least, most] = bounds(points)
  const values = new Set(points.filter((v) => v !== null))
  // A value that never changes is a line in the middle, not a filled block.
  const flat = values.size === 1 && most > 0
  const [low, high] = flat ? [0, most * 2] : [least, most]
  return (
    <svg
      className={css.spark}
      data-tone={tone}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      {flat ? null : <path d={areaPath(points, low, high)} className={css.sparkArea} />}
      <path
        d={linePath(points, low, high)}
        className={css.sparkLine}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
})
