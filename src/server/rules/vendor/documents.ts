/**
 * Documents of vendors: which are required, their reviews, and when they expire. Pure except for
 * the actions.
 */
import { inside, say } from '#model/message.ts'
import type { vendor, Vendor } from '#schemas/vendor.ts'
import { words } from '#schemas/define/words.ts'
import { conflict, forbidden, invalid, Problem } from '../../base/problem.ts'
import type { EntityRules, RuleContext, RuleValues } from '../types.ts'

type Document = Vendor['documents'][number]
type Review = Vendor['documentReviews'][number]
type Filed = Pick<Vendor, 'kind' | 'documents' | 'documentReviews'>
export type DocumentState = 'waiting' | Review['state']

const MOST = 30

/** Kinds of which a vendor needs an accepted, valid document to be approved. */
export const requiredKinds = (kind: Vendor['kind']): readonly Document['kind'][] =>
  kind === 'company' ? ['registration', 'tax', 'insurance'] : ['identity', 'tax']

/** Key of a document from all its facts, used by reviews. */
export const documentKey = ({ kind, file, number, issuedOn, expiresOn }: Document): string =>
  [kind, file, number, issuedOn, expiresOn].map((v) => v ?? '').join('|')

/** Current state of a document. */
export const stateOf = (document: Document, reviews: readonly Review[]): DocumentState =>
  reviews.find((r) => r.document === documentKey(document))?.state ?? 'waiting'

const isOver = ({ expiresOn }: Document, today: string): boolean =>
  Boolean(expiresOn && expiresOn <= today)

/** Reviews of documents that are unchanged since; accepted ones past their end are expired. */
const settled = ({ documents, documentReviews }: Filed, today: string): Review[] =>
  (documentReviews ?? []).flatMap((review) => {
    const document = documents.find((d) => documentKey(d) === review.document)
    return document
      ? [
          review.state === 'accepted' && isOver(document, today)
            ? { ...review, state: 'expired' as const }
            : review,
        ]
      : []
  })

/** Kinds without an accepted, valid document. */
export const missingKinds = ({ kind, documents, documentReviews }: Filed): Document['kind'][] =>
  requiredKinds(kind).filter(
    (wanted) =>
      !documents.some((d) => d.kind === wanted && stateOf(d, documentReviews) === 'accepted'),
  )

const checkOf = (filed: Filed): Vendor['documentCheck'] => {
  const states = (kind: Document['kind']) =>
    filed.documents.filter((d) => d.kind === kind).map((d) => stateOf(d, filed.documentReviews))
  const lacking = missingKinds(filed).map(states)
  if (lacking.some((s) => s.includes('expired') && !s.includes('waiting'))) return 'expired'
  if (lacking.some((s) => !s.includes('waiting'))) return 'missing'
  return filed.documents.some((d) => stateOf(d, filed.documentReviews) === 'waiting')
    ? 'waiting'
    : 'complete'
}

/** Derived fields of a vendor on a day (UTC, like the scheduler). */
export const derivePapers = (
  vendor: Filed,
  today: string,
): Pick<Vendor, 'documentReviews' | 'documentCheck' | 'nextExpiry'> => {
  const filed = {
    kind: vendor.kind,
    documents: vendor.documents ?? [],
    documentReviews: settled({ ...vendor, documents: vendor.documents ?? [] }, today),
  }
  const days = filed.documents
    .filter((d) => d.expiresOn && stateOf(d, filed.documentReviews) === 'accepted')
    .map((d) => d.expiresOn!)
    .sort()
  return {
    documentReviews: filed.documentReviews,
    documentCheck: checkOf(filed),
    nextExpiry: days[0] ?? null,
  }
}

export const todayOf = ({ now }: Pick<RuleContext, 'now'>): string => now.toISOString().slice(0, 10)

/** Throws 409 while a required document is missing, waiting, refused or expired. */
export const requirePapers = (row: Vendor, context: RuleContext): void => {
  const missing = missingKinds({
    ...row,
    documentReviews: derivePapers(row, todayOf(context)).documentReviews,
  })
  if (missing.length) {
    throw new Problem(
      409,
      'documents_missing',
      say(
        'Before this vendor can be approved, documents of these kinds must be accepted and valid: {{kinds}}.',
        { kinds: { list: missing.map((kind) => inside(words(kind))) } },
      ),
    )
  }
}

/** Records a review of one document; a later review replaces an earlier one. */
const review = (
  row: Vendor,
  { document: key, reason }: { readonly document: string; readonly reason?: string },
  context: RuleContext,
  state: 'accepted' | 'refused',
): { values: RuleValues<typeof vendor> } => {
  const { actor } = context.access
  if (actor.tenant !== null) throw forbidden('Documents are reviewed by our own staff.')
  const document = row.documents.find((d) => documentKey(d) === key)
  if (!document) {
    throw new Problem(
      409,
      'document_changed',
      'This document was changed or removed in the meantime; review it again.',
    )
  }
  if (state === 'accepted' && isOver(document, todayOf(context))) {
    throw new Problem(
      409,
      'document_expired',
      say('This document has not been valid since {{day}}; ask for a new one.', {
        day: { day: document.expiresOn ?? '' },
      }),
    )
  }
  const said: Review = {
    document: key,
    state,
    at: context.now.toISOString(),
    ...(reason === undefined ? {} : { reason }),
  }
  return {
    values: {
      documentReviews: [...row.documentReviews.filter((r) => r.document !== key), said],
    },
  }
}

/** The named actions of vendors. */
export const documentActions: NonNullable<EntityRules<typeof vendor>['actions']> = {
  addDocument(row, added) {
    const { documents } = row
    if (added.issuedOn && added.expiresOn && added.expiresOn <= added.issuedOn) {
      throw invalid([
        { path: 'expiresOn', code: 'rule', message: 'It must expire after it was issued' },
      ])
    }
    if (documents.length >= MOST) {
      throw new Problem(
        409,
        'too_many',
        say('A vendor has at most {{n}} documents; remove those that are no longer needed.', {
          n: MOST,
        }),
      )
    }
    if (documents.some((d) => documentKey(d) === documentKey(added))) {
      throw conflict('taken', 'file', 'This document is already there')
    }
    return { values: { documents: [...documents, added] } }
  },
  acceptDocument: (row, input, context) => review(row, input, context, 'accepted'),
  refuseDocument: (row, input, context) => review(row, input, context, 'refused'),
}
