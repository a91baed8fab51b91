import PDFDocument from 'pdfkit'
import type { Vendor } from '#schemas/vendor.ts'
import { derivePapers, documentKey, requiredKinds } from '../rules/vendor/documents.ts'

type Document = Vendor['documents'][number]
type Review = Vendor['documentReviews'][number]
type Kind = Document['kind']

const DAY_MS = 86_400_000
const titles: Readonly<Record<Kind, string>> = {
  registration: 'Extract of the commercial register',
  tax: 'Certificate of tax status',
  insurance: 'Certificate of liability insurance',
  identity: 'Proof of identity',
  other: 'Other paper',
}

/** A stored vendor document of the demo: all vendors share the same few. */
export interface Paper {
  readonly kind: Kind
  readonly file: string
}

const pdf = (title: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const made = new Date('2026-01-01T00:00:00Z')
    const doc = new PDFDocument({
      size: 'A4',
      info: { Title: title, CreationDate: made, ModDate: made },
    })
    const chunks: Buffer[] = []
    doc
      .on('data', (chunk: Buffer) => void chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
    doc
      .font('Helvetica-Bold')
      .fontSize(18)
      .text(title)
      .moveDown()
      .font('Helvetica')
      .fontSize(11)
      .text('A sample of the demonstration. It certifies nothing.')
    doc.end()
  })

/** Draws one file for each kind of document. */
export const drawPapers = (): Promise<
  readonly { readonly kind: Kind; readonly name: string; readonly bytes: Uint8Array }[]
> =>
  Promise.all(
    (Object.keys(titles) as Kind[]).map(async (kind) => ({
      kind,
      name: `${kind}.pdf`,
      bytes: await pdf(titles[kind]),
    })),
  )

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Days until a document expires; negative after it did, undefined when it never does. */
const daysValid = (
  kind: Kind,
  state: Vendor['state'],
  vendor: number,
  document: number,
): number | undefined => {
  if (kind === 'registration') return undefined
  if (state === 'suspended' && kind === 'insurance') return -20 - vendor
  if (kind === 'insurance' && vendor % 4 === 1) return 5 + ((vendor * 3) % 24)
  return 90 + ((vendor * 37 + document * 53) % 400)
}

/**
 * Returns a vendor's documents and their reviews, by its state: those of approved vendors are in
 * order (some insurances expire soon), those of suspended ones have expired, those of applicants
 * await review. `n` varies numbers and days, the same for the same vendor.
 */
export const papersOf = (
  {
    kind,
    state,
    createdAt,
  }: { readonly kind: Vendor['kind']; readonly state: Vendor['state']; readonly createdAt: Date },
  n: number,
  now: Date,
  papers: readonly Paper[],
): Pick<Vendor, 'documents' | 'documentReviews' | 'documentCheck' | 'nextExpiry'> => {
  const today = dayOf(now.getTime())
  const wanted = requiredKinds(kind).slice(0, state === 'applied' ? 1 + (n % 2) : undefined)
  const documents = wanted.flatMap((k, i): Document[] => {
    const file = papers.find((p) => p.kind === k)?.file
    if (!file) return []
    const inDays = daysValid(k, state, n, i)
    return [
      {
        kind: k,
        file,
        number: `${k.slice(0, 2).toUpperCase()}-${10_000 + ((n * 7919 + i * 613) % 90_000)}`,
        issuedOn: dayOf(createdAt.getTime() - (200 + n) * DAY_MS),
        ...(inDays === undefined ? {} : { expiresOn: dayOf(now.getTime() + inDays * DAY_MS) }),
      },
    ]
  })
  const at = new Date(
    Math.min(createdAt.getTime() + 3 * DAY_MS, now.getTime() - 3_600_000),
  ).toISOString()
  const reviews = documents.flatMap((d, i): Review[] => {
    if (state === 'applied' || (state === 'under_review' && i > 0)) return []
    if (state === 'rejected' && i === 0) {
      return [
        {
          document: documentKey(d),
          state: 'refused',
          reason: 'The name does not match the application.',
          at,
        },
      ]
    }
    return [{ document: documentKey(d), state: 'accepted', at }]
  })
  return { documents, ...derivePapers({ kind, documents, documentReviews: reviews }, today) }
}
