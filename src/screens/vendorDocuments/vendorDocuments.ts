/** A vendor's documents in display form. Pure. */
import { daysFrom } from '#engine/list/layouts/days.ts'
import type { Tone } from '#ui/Badge.tsx'
import type { Seen } from '../shared/resources.ts'

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

/** A document with its review. `key` identifies it to the server. */
export interface VendorDocument {
  readonly key: string
  readonly document: Document
  readonly state: DocumentState
  readonly review: Review | undefined
  /** Days until it expires; 0 or less is expired. */
  readonly daysLeft: number | undefined
}

export const tones: Readonly<Record<DocumentState, Tone>> = {
  waiting: 'info',
  accepted: 'success',
  refused: 'danger',
  expired: 'danger',
}
/** Days before expiry from which a document is marked. */
export const SOON_DAYS = 30

const keyOf = ({ kind, file, number, issuedOn, expiresOn }: Document): string =>
  [kind, file, number, issuedOn, expiresOn].map((v) => v ?? '').join('|')

const urgency = ({ state, daysLeft }: VendorDocument): number => {
  if (state === 'waiting') return 0
  if (state === 'expired') return 1
  if (daysLeft !== undefined && daysLeft <= SOON_DAYS) return 2
  if (state === 'refused') return 3
  return 4
}

/** The documents of a vendor on a day, those that need attention first. */
export const vendorDocumentsOf = (
  record: Seen<'vendors'>,
  today: string,
): readonly VendorDocument[] => {
  const reviews = record.documentReviews ?? []
  return (record.documents ?? [])
    .map((document): VendorDocument => {
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

/** Tone of the expiry day: expired, soon, or none. */
export const expiryTone = ({ daysLeft }: VendorDocument): 'danger' | 'warning' | undefined => {
  if (daysLeft === undefined) return undefined
  if (daysLeft <= 0) return 'danger'
  if (daysLeft <= SOON_DAYS) return 'warning'
  return undefined
}
