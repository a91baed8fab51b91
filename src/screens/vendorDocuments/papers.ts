/** A vendor's documents as they are shown. Pure. */
import { daysFrom } from '#engine/list/layouts/days.ts'
import type { RecordData } from '#data/types.ts'
import type { Tone } from '#ui/Badge.tsx'

export interface Document {
  readonly kind: string
  readonly file: string
  readonly number?: string | null
  readonly issuedOn?: string | null
  readonly expiresOn?: string | null
}
export interface Review {
  readonly document: string
  readonly state: 'accepted' | 'refused' | 'expired'
  readonly reason?: string | null
  readonly at: string
}
export type DocumentState = 'waiting' | Review['state']

/** One document with what was said of it. `key` names it to the server. */
export interface Paper {
  readonly key: string
  readonly document: Document
  readonly state: DocumentState
  readonly review: Review | undefined
  /** Days until it is no longer valid; 0 or less is over. */
  readonly daysLeft: number | undefined
}

export const tones: Readonly<Record<DocumentState, Tone>> = {
  waiting: 'info',
  accepted: 'success',
  refused: 'danger',
  expired: 'danger',
}
/** From here on somebody should ask for a new one. */
export const SOON_DAYS = 30

const keyOf = ({ kind, file, number, issuedOn, expiresOn }: Document): string =>
  [kind, file, number, issuedOn, expiresOn].map((v) => v ?? '').join('|')

const urgency = ({ state, daysLeft }: Paper): number => {
  if (state === 'waiting') return 0
  if (state === 'expired') return 1
  if (daysLeft !== undefined && daysLeft <= SOON_DAYS) return 2
  if (state === 'refused') return 3
  return 4
}

/** The documents of a vendor on a day; what somebody has to do with comes first. */
export const papersOf = (record: RecordData, today: string): readonly Paper[] => {
  const reviews = (record.documentReviews ?? []) as unknown as readonly Review[]
  return ((record.documents ?? []) as unknown as readonly Document[])
    .map((document): Paper => {
      const review = reviews.find((r) => r.document === keyOf(document))
      return {
        key: keyOf(document),
        document,
        review,
        state: review?.state ?? 'waiting',
        daysLeft: document.expiresOn ? daysFrom(today, document.expiresOn) : undefined,
      }
    })
    .sort((a, b) => urgency(a) - urgency(b))
}

/** How the day of expiry is told: over, soon, or nothing special. */
export const expiryTone = ({ daysLeft }: Paper): 'danger' | 'warning' | undefined => {
  if (daysLeft === undefined) return undefined
  if (daysLeft <= 0) return 'danger'
  if (daysLeft <= SOON_DAYS) return 'warning'
  return undefined
}
