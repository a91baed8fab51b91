import { expect, test } from 'vitest'
import type { RecordData } from '#data/types.ts'
import { expiryTone, vendorDocumentsOf } from './vendorDocuments.ts'

const record = {
  id: 'v',
  version: 1,
  documents: [
    { kind: 'tax', file: 'a', expiresOn: '2027-06-10' },
    { kind: 'insurance', file: 'b', expiresOn: '2026-07-10' },
    { kind: 'registration', file: 'c', number: 'R 1' },
    { kind: 'other', file: 'd', expiresOn: '2026-06-10' },
  ],
  documentReviews: [
    {
      document: 'tax|a|||2027-06-10',
      state: 'accepted',
      at: '2026-01-01T00:00:00Z',
    },
    {
      document: 'insurance|b|||2026-07-10',
      state: 'accepted',
      at: '2026-01-01T00:00:00Z',
    },
    {
      document: 'other|d|||2026-06-10',
      state: 'expired',
      at: '2026-01-01T00:00:00Z',
    },
    {
      document: 'registration|c|R 2||',
      state: 'accepted',
      at: '2026-01-01T00:00:00Z',
    },
  ],
} as unknown as RecordData

test('lists documents that need attention first, and shows a changed document as waiting for review', () => {
  const documents = vendorDocumentsOf(record, '2026-06-10')
  expect(documents.map((p) => [p.document.kind, p.state, p.daysLeft])).toEqual([
    ['registration', 'waiting', undefined],
    ['other', 'expired', 0],
    ['insurance', 'accepted', 30],
    ['tax', 'accepted', 365],
  ])
  expect(documents.map(expiryTone)).toEqual([undefined, 'danger', 'warning', undefined])
})
test('shows no documents to a person who may not read them', () => {
  expect(vendorDocumentsOf({ id: 'v', version: 1 }, '2026-06-10')).toEqual([])
})
