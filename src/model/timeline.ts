/** Kinds of timeline entries, shared by server, API description and pages. */

/**
 * `change` and `transition` of the record, those that touched a `file` or that a `job` made,
 * `note`s of colleagues, `message`s and `payment`s, `mail`s to people outside, `notification`s to
 * colleagues, steps of requests for `approval`, `view`s of sensitive fields, and `related` records.
 * The schema names the collections of messages, payments and related records.
 */
export const timelineKinds = [
  'change',
  'transition',
  'file',
  'job',
  'note',
  'message',
  'payment',
  'mail',
  'notification',
  'approval',
  'view',
  'related',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Entries per page: default and maximum. */
export const TIMELINE_PAGE = 30
export const MAX_TIMELINE_PAGE = 100

/** Maximum characters of a note. */
export const MAX_NOTE = 10_000
/** Maximum people mentioned in one note. */
export const MAX_MENTIONS = 20

const MENTION = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/g

/** Ids of the people a note mentions as `@[id]`, without duplicates. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, id]) => id!)),
]
