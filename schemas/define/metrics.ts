/**
 * Field → required value, or allowed values; a path leads through one reference (`hotel.state`).
 */
export type MetricWhere = Readonly<Record<string, string | readonly string[]>>

interface Common<Name extends string> {
  /** In sentence case: `Open orders`. */
  readonly label: string
  /** In the words of people of a tenant, if theirs differ: `Your subscription per month`. */
  readonly tenantLabel?: string
  /** Records to count; default all. */
  readonly where?: MetricWhere
  /** Whether more is better, worse or neither; default neither. */
  readonly good?: 'more' | 'less'
  /** Also shown as a large chart over time. */
  readonly chart?: true
  /** A money field to add up, per currency; by default the records are counted. */
  readonly sum?: Name
}

/** Events within a period: records whose `at` is in it. */
export interface FlowMetric<Name extends string = string> extends Common<Name> {
  /** Day or instant. */
  readonly at: Name | 'createdAt'
  /** The sum of these records is subtracted. */
  readonly less?: MetricWhere
  /** Ranks the records that the reference `by` refers to by a sum of money. */
  readonly top?: { readonly by: Name; readonly sum: Name }
}

/** State at the end of a period: records that had started and not yet ended. */
export interface LevelMetric<Name extends string = string> extends Common<Name> {
  /** Instants; a record without `until` has not ended. */
  readonly since: Name
  readonly until: Name
  /**
   * The sum is per interval given by these two fields (`month` or `year`, and how many); it is
   * converted to months.
   */
  readonly monthly?: readonly [unit: Name, count: Name]
}

/** Share of the calendar's capacity taken within a period. */
export interface ShareMetric<Name extends string = string> extends Common<Name> {
  readonly share: 'calendar'
}

/** One number about an entity's records, shown on the dashboard. */
export type MetricDef<Name extends string = string> =
  | FlowMetric<Name>
  | LevelMetric<Name>
  | ShareMetric<Name>
