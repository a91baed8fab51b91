/**
 * A part of a list that people work through, as a tab with its count: the records that meet every
 * condition given here.
 */
export interface QueueDef<Name extends string = string, State extends string = string> {
  /** In sentence case: `Due soon`. */
  readonly label: string
  /** In the words of people of a tenant, if theirs differ: `From your guests`. */
  readonly tenantLabel?: string
  /** States of its records; default all. */
  readonly in?: readonly State[]
  /** Reference to a person: the one who views the list. */
  readonly mine?: Name
  /** A field without a value. */
  readonly without?: Name
  /** An instant in the past, or at most this many hours ahead. */
  readonly due?: { readonly field: Name; readonly hours: number }
  /** Its own sort, such as `dueAt` or `-createdAt`; default the list's. */
  readonly sort?: Name | `-${Name}`
}
