import type { Area, ModelChange, Severity } from '#model/schemaDiff.ts'

const areas: readonly [Area, string][] = [
  ['api', 'API'],
  ['table', 'Tables'],
  ['permission', 'Permissions'],
  ['route', 'Routes'],
  ['view', 'Saved views'],
]
const words: Record<Severity, string> = {
  safe: 'safe',
  backfill: 'needs backfill',
  breaking: 'BREAKING',
}

/**
 * Formats the changes for a terminal: a heading per area, a line per change that starts with its
 * class, and a summary line.
 */
export const formatChanges = (changes: readonly ModelChange[], against: string): string => {
  if (changes.length === 0) {
    return `Nothing changes in API, tables, permissions, routes and saved views against ${against}.`
  }
  const count = (severity: Severity) => changes.filter((c) => c.severity === severity).length
  const parts = areas.flatMap(([area, heading]) => {
    const lines = changes
      .filter((c) => c.area === area)
      .map((c) => `  ${words[c.severity].padEnd(14)}  ${c.at}  ${c.message}`)
    return lines.length ? [heading, ...lines, ''] : []
  })
  return [
    ...parts,
    `Against ${against}: ${count('safe')} safe, ${count('backfill')} need backfill, ${count('breaking')} breaking.`,
  ].join('\n')
}
