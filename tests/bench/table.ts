/** Result lines of a bench, and the table they are printed in. */

/** A measured metric. Without a budget it is only informative. */
export interface Line {
  readonly measure: string
  readonly value: string
  /** Ratio to the baseline, if there is one. */
  readonly ratio?: number
  readonly budget?: string
  readonly met?: boolean
}

const verdict = (met: boolean | undefined): string => {
  if (met === undefined) return ''
  return met ? 'met' : 'MISSED'
}

const cells = (l: Line): string[] => [
  l.measure,
  l.value,
  l.ratio === undefined ? '' : l.ratio.toFixed(2),
  l.budget ?? '',
  verdict(l.met),
]
const HEAD = ['measure', 'value', 'ratio', 'budget', '']

/** Prints the lines under a heading and returns the number of missed budgets. */
export const printTable = (title: string, lines: readonly Line[]): void => {
  const rows = [HEAD, ...lines.map(cells)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((r) => r[i]!.length)))
  console.log(`\n${title}`)
  for (const row of rows) {
    console.log(
      `  ${row
        .map((c, i) => c.padEnd(widths[i]!))
        .join('  ')
        .trimEnd()}`,
    )
  }
  const judged = lines.filter((l) => l.met !== undefined)
  console.log(`  ${judged.filter((l) => l.met).length} of ${judged.length} budgets met`)
}

/** A line with a budget of at most `most` (or at least, with `atLeast`). */
export const held = (
  measure: string,
  value: string,
  metric: number,
  budget: { most: number; unit?: string } | { least: number; unit?: string },
  ratio = false,
): Line => {
  const unit = budget.unit ?? (ratio ? '×' : '')
  const [sign, bound, met] =
    'most' in budget
      ? ['≤', budget.most, metric <= budget.most]
      : ['≥', budget.least, metric >= budget.least]
  return {
    measure,
    value,
    ...(ratio ? { ratio: metric } : {}),
    budget: `${sign} ${bound} ${unit}`.trim(),
    met,
  }
}

/** Median of a list. */
export const median = (list: readonly number[]): number => quantile(list, 0.5)

/** Quantile of a list: the value below which a share of it lies. */
export const quantile = (list: readonly number[], share: number): number => {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export const ms = (n: number): string => `${n < 10 ? n.toFixed(2) : n.toFixed(1)} ms`
export const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`
