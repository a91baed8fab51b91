import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Vendor } from '#schemas/vendor.ts'
import { dayIn, openStays, TODAY, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import { Problem } from '../../base/problem.ts'
import { runScheduled } from '../../store/write/schedule.ts'
import type { RecordData } from '../../store/types.ts'
import { builtInRole } from '../userRole/builtin.ts'
import { documentKey, requiredKinds } from './documents.ts'

type Document = Vendor['documents'][number]
const asVendor = (row: RecordData): Vendor => row as unknown as Vendor

describe('vendor documents', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  const upload = async (by: string | null = null): Promise<string> => {
    const id = randomUUID()
    await s.db.query(
      'insert into files (id, name, type, size, hash, storage_key, created_by) values ($1, $2, $3, 1, $4, $4, $5)',
      [id, 'a.pdf', 'application/pdf', id, by],
    )
    return id
  }
  const documentOf = async (kind: Document['kind'], expiresOn?: string): Promise<Document> =>
    ({ kind, file: await upload(), ...(expiresOn ? { expiresOn } : {}) }) as Document
  const vendor = (documents: readonly Document[] = [], state = 'under_review') =>
    s.make('vendor', { displayName: 'V', legalName: 'V', documents }, { state })
  const act = async (
    row: RecordData,
    name: string,
    body: object,
    as = s.as([builtInRole('manager').grants]),
    version = row.version,
  ) => (await s.writer.act(s.of('vendor'), { id: row.id, version }, name, body, as)).record
  const accept = (row: RecordData, d: Document) =>
    act(row, 'acceptDocument', { document: documentKey(d) })
  const all = (expiresOn = dayIn(100)) =>
    Promise.all(requiredKinds('company').map((kind) => documentOf(kind, expiresOn)))
  const acceptAll = async (row: RecordData, documents: readonly Document[]) => {
    let now = row
    for (const d of documents) now = await accept(now, d)
    return now
  }

  test('must all be accepted before the vendor can be approved', async () => {
    const documents = await all()
    let row = await vendor(documents)
    expect(row).toMatchObject({ documentCheck: 'waiting', nextExpiry: null, documentReviews: [] })
    expect(await problemOf(s.go('vendor', row, 'approved'))).toMatchObject({
      status: 409,
      code: 'documents_missing',
      detail: expect.stringContaining('registration, tax, insurance'),
    })
    row = await accept(await accept(row, documents[0]!), documents[1]!)
    expect(await problemOf(s.go('vendor', row, 'approved'))).toMatchObject({
      code: 'documents_missing',
      detail: expect.stringMatching(/valid: insurance\.$/),
    })
    const refused = await act(row, 'refuseDocument', {
      document: documentKey(documents[2]!),
      reason: 'Unreadable',
    })
    expect(refused).toMatchObject({ documentCheck: 'missing' })
    expect(asVendor(refused).documentReviews.at(-1)).toMatchObject({
      state: 'refused',
      reason: 'Unreadable',
      at: '2026-06-10T11:00:00.000Z',
    })
    expect(await problemOf(s.go('vendor', refused, 'approved'))).toMatchObject({
      code: 'documents_missing',
    })
    // Vendors read the reviews but never see our staff by name.
    expect(JSON.stringify(asVendor(refused).documentReviews)).not.toContain('reviewer')
    row = await accept(refused, documents[2]!)
    expect(row).toMatchObject({ documentCheck: 'complete', nextExpiry: dayIn(100) })
    expect(await s.go('vendor', row, 'approved')).toMatchObject({ state: 'approved' })
  })
  test('differ for individuals', async () => {
    const row = await s.make('vendor', {
      displayName: 'V',
      legalName: 'V',
      kind: 'individual',
      documents: await all(),
    })
    expect(row).toMatchObject({ documentCheck: 'missing' })
    expect(await s.writer.preview(s.of('vendor'), row.id, 'documents', s.as())).toEqual({
      required: ['identity', 'tax'],
      missing: ['identity', 'tax'],
    })
  })
  test('must be reviewed again after a change; reviews of other documents remain', async () => {
    const documents = await all()
    const row = await acceptAll(await vendor(documents), documents)
    const changed = [{ ...documents[0]!, number: 'B' }, documents[1]!, documents[2]!]
    const patched = await s.writer.patch(
      s.of('vendor'),
      row.id,
      row.version,
      { documents: changed },
      s.as(),
    )
    expect(patched).toMatchObject({ documentCheck: 'waiting' })
    expect(asVendor(patched).documentReviews).toHaveLength(2)
    expect(await problemOf(accept(patched, documents[0]!))).toMatchObject({
      status: 409,
      code: 'document_changed',
    })
  })
  test('expire on their expiry date, and cannot be accepted after it', async () => {
    const documents = await all(dayIn(1))
    const row = await s.go(
      'vendor',
      await acceptAll(await vendor(documents), documents),
      'approved',
    )
    const later = new Date(`${dayIn(1)}T00:01:00Z`)
    const parts = { ...s.parts, now: () => later }
    expect(
      await runScheduled({ ...s.parts, now: () => new Date(`${TODAY}T23:59:00Z`) }, s.writer),
    ).toBe(0)
    expect(
      await runScheduled(parts, (await import('../../store/write/writer.ts')).createWriter(parts)),
    ).toBe(1)
    const {
      rows: [now],
    } = await s.db.query<{ check: string; next: string | null; state: string; version: number }>(
      'select document_check as check, next_expiry as next, state, version from vendors where id = $1',
      [row.id],
    )
    expect(now).toMatchObject({ check: 'expired', next: null, state: 'approved' })
    expect(
      await runScheduled(parts, (await import('../../store/write/writer.ts')).createWriter(parts)),
    ).toBe(0)
    const stale = await documentOf('insurance', dayIn(-1))
    expect(await problemOf(accept(await vendor([stale]), stale))).toMatchObject({
      status: 409,
      code: 'document_expired',
    })
  })
  test('can be added by vendor staff but not reviewed by them, and nobody can edit reviews directly', async () => {
    const row = await vendor()
    const personId = randomUUID()
    const staff = s.as({ tenant: row.id, personId, grants: [builtInRole('vendor staff').grants] })
    const file = await upload(personId)
    const added = await act(row, 'addDocument', { kind: 'tax', file, expiresOn: dayIn(9) }, staff)
    expect(added).toMatchObject({ documents: [{ kind: 'tax', file }], documentCheck: 'missing' })
    const key = documentKey(asVendor(added).documents[0]!)
    for (const [name, body] of [
      ['acceptDocument', { document: key }],
      ['refuseDocument', { document: key, reason: 'x' }],
    ] as const) {
      expect(await problemOf(act(added, name, body, staff))).toMatchObject({ status: 403 })
      expect(
        await problemOf(
          act(added, name, body, s.as({ tenant: row.id, grants: [{ allow: ['*'], deny: [] }] })),
        ),
      ).toMatchObject({ status: 403 })
      expect(
        await problemOf(act(added, name, body, s.as([builtInRole('viewer').grants]))),
      ).toMatchObject({ status: 403 })
    }
    const strangers = await upload(randomUUID())
    expect(
      await problemOf(act(added, 'addDocument', { kind: 'tax', file: strangers }, staff)),
    ).toMatchObject({ status: 422, errors: [{ path: 'file', code: 'unknown_reference' }] })
    expect(
      await problemOf(act(await vendor(), 'addDocument', { kind: 'tax', file }, staff)),
    ).toMatchObject({ status: 404 })
    expect(
      await problemOf(act(added, 'addDocument', { kind: 'tax', file, expiresOn: dayIn(9) }, staff)),
    ).toMatchObject({ status: 409, code: 'taken', errors: [{ path: 'file', code: 'taken' }] })
    expect(
      await problemOf(
        act(
          added,
          'addDocument',
          { kind: 'tax', file, issuedOn: dayIn(9), expiresOn: dayIn(9) },
          staff,
        ),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'expiresOn' }] })
    for (const body of [
      { documentReviews: [] },
      { documentCheck: 'complete' },
      { nextExpiry: TODAY },
      { documents: [{ kind: 'tax', file, state: 'accepted' }] },
    ]) {
      expect(
        await problemOf(s.writer.patch(s.of('vendor'), added.id, added.version, body, s.as())),
      ).toMatchObject({ status: 422 })
    }
  })
  test('accept only one of several concurrent reviews or changes', async () => {
    for (let round = 0; round < 5; round++) {
      const documents = await all()
      const row = await vendor(documents)
      const key = documentKey(documents[0]!)
      const more = await documentOf('other')
      const done = await Promise.allSettled([
        act(row, 'acceptDocument', { document: key }),
        act(row, 'refuseDocument', { document: key, reason: 'No' }),
        act(row, 'addDocument', more, s.as()),
      ])
      expect(done.filter((d) => d.status === 'fulfilled')).toHaveLength(1)
      for (const d of done) {
        if (d.status === 'rejected') expect((d.reason as Problem).status).toBe(412)
      }
    }
  })
})
