/**
 * How the page of a record reads: a line that summarises it, a strip of metrics, its facts and what
 * is beside them. Every member has a default, so that an entity that declares nothing reads well.
 */

/** Two days or instants as one range: `Dec 1 – 4, 2026 · 3 nights`. */
export interface RangePart<Name extends string = string> {
  readonly from: Name
  readonly to: Name
  /** Counts what is between two days; default nothing. */
  readonly count?: 'nights' | 'days'
}

/** An amount and how much of it is done: `€360.00, €0.00 paid`, or a bar with the share. */
export interface SharePart<Name extends string = string> {
  readonly done: Name
  readonly of: Name
}

/** A day or an instant that is ahead: `Check-in in 3 days`; late ones stand out. */
export interface NextPart<Name extends string = string, State extends string = string> {
  readonly next: Name
  /** States in which it matters; default all. */
  readonly in?: readonly State[]
}

/** One part of the line below the title. A plain name shows the value without its label. */
export type SummaryPart<Name extends string = string, State extends string = string> =
  | Name
  | RangePart<Name>
  | SharePart<Name>
  | NextPart<Name, State>

/** What is left of an amount, never below zero, with a label of its own: `Due`. */
export interface RestPart<Name extends string = string, State extends string = string> {
  readonly label: string
  readonly of: Name
  readonly less: Name
  /** States in which it matters; default all. */
  readonly in?: readonly State[]
}

/** One metric of the strip. A plain name shows the value below its label. */
export type StripPart<Name extends string = string, State extends string = string> =
  | Name
  | RestPart<Name, State>
  | SharePart<Name>

/** Related records under a label of their own: the refunds among the payments. */
export interface TabPart {
  /** As a plain name: `payment-transactions.parent`. */
  readonly of: string
  readonly label: string
}

/** Heading → fields in order. */
export type DetailCards<Name extends string = string> = {
  readonly [heading: string]: readonly Name[]
}

/**
 * The page of a record. A field is shown once: in the strip, beside the facts or among them; fields
 * named nowhere follow the sections of the form. The summary may repeat a field.
 */
export interface DetailDef<Name extends string = string, State extends string = string> {
  /**
   * Related collections shown as tabs: `bookings`, or `bookings.hotel` if several fields refer to
   * this one. A tab is labelled with the collection's name unless it has its own label.
   */
  readonly tabs?: readonly (string | TabPart)[]
  /**
   * Who, where, when, how much and what is next, in one line. Default: the subtitle and the first
   * columns of the list that read without a label.
   */
  readonly summary?: readonly SummaryPart<Name, State>[]
  /** Metrics below the title. Default: the computed amounts. */
  readonly strip?: readonly StripPart<Name, State>[]
  /** The cards of the main column. Default: the sections of the form. */
  readonly facts?: DetailCards<Name>
  /** The cards beside them, above the timeline: people, dates. Default: the computed dates. */
  readonly aside?: DetailCards<Name>
  /**
   * Sums below child rows, each with its label, aligned with the amounts of the lines. A footer may
   * repeat a field of the strip.
   */
  readonly footers?: { readonly [rows in Name]?: readonly Name[] }
  /** Fields that the page leaves out because another part of it says the same. */
  readonly hide?: readonly Name[]
}

/** Names of the fields that a part of the summary or the strip reads. */
export const namesIn = (part: SummaryPart | StripPart): readonly string[] => {
  if (typeof part === 'string') return [part]
  if ('from' in part) return [part.from, part.to]
  if ('next' in part) return [part.next]
  if ('less' in part) return [part.of, part.less]
  return [part.done, part.of]
}
