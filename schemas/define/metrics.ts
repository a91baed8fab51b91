/**
 * Field → value it must have, or values of which it must have one; a path leads through one
 * reference (`hotel.state`).
 */
export type MetricWhere = Readonly<Record<string, string | readonly string[]>>

interface Common<Name extends string> {
  /** In title case of a sentence: `Open orders`. */
  readonly label: string
  /** Records that count. Default all. */
  readonly where?: MetricWhere
  /** Whether more is better, worse or neither. Default neither. */
  readonly good?: 'more' | 'less'
  /** Also drawn over time, large. */
  readonly chart?: true
  /** A money field that is added up, currency by currency. Default the records are counted. */
  readonly sum?: Name
}

/** What happens within a period: records whose `at` falls into it. */
export interface FlowMetric<Name extends string = string> extends Common<Name> {
  /** Day or instant. */
  readonly at: Name | 'createdAt'
  /** Of these records the sum is taken off. */
  readonly less?: MetricWhere
  /** The records that the reference `by` points at are ranked by a sum of money. */
  readonly top?: { readonly by: Name; readonly sum: Name }
}

/** What there is at the end of a period: records that had begun and not yet ended. */
export interface LevelMetric<Name extends string = string> extends Common<Name> {
  /** Instants; one without `until` continues. */
  readonly since: Name
  readonly until: Name
  /**
   * The sum is by the interval that these two fields name (`month` or `year`, and how many); it
   * counts by the month.
   */
  readonly monthly?: readonly [unit: Name, count: Name]
}

/** How much of what the list's calendar has room for is taken within a period. */
export interface ShareMetric<Name extends string = string> extends Common<Name> {
  readonly share: 'calendar'
}

/** One number about an entity's records, shown on the dashboard. */
export type MetricDef<Name extends string = string> =
  | FlowMetric<Name>
  | LevelMetric<Name>
  | ShareMetric<Name>
