import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#model/types.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import type { RecordData } from '../types.ts'
import type { Access } from '../../permissions/types.ts'
import { listAsOf, recordAsOf } from './asOf.ts'

interface Past {
  readonly data: RecordData
  readonly included: Record<string, Record<string, { title: string }>>
}

describe('records at an earlier time', () => {
  let b: Bench
  let ann: RecordData, bob: RecordData, book: RecordData
  const at: string[] = []
  const all = { allow: ['*'], deny: [] }
  const revisions = async () =>
    (await b.audit('book')).filter((a) => a.record_id === book.id).map((a) => String(a.seq))
  const asOf = async (instant: string, access: Access = b.as([all]).access): Promise<Past> =>
    (await recordAsOf(
      { db: b.db, model: b.model, access },
      b.of('book'),
      book.id,
      instant,
    )) as unknown as Past
  const moment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { rows } = await b.db.query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    return rows[0]!.at
  }
  beforeAll(async () => {
    b = await openBench(libraryResources)
    const author = (name: string) =>
      b.writer.create(b.of('author'), { name, email: `${name}@example.com` }, b.as())
    ann = await author('Ann')
    bob = await author('Bob')
    at.push(await moment())
    book = await b.writer.create(
      b.of('book'),
      {
        title: 'First',
        code: randomUUID(),
        author: ann.id,
        price: { amount: 5, currency: 'EUR' },
        internalNote: 'secret one',
      },
      b.as([all]),
    )
    at.push(await moment())
    const change = async (body: object) => {
      book = await b.writer.patch(b.of('book'), book.id, book.version, body, b.as([all]))
      at.push(await moment())
    }
    await change({ title: 'Second', author: bob.id, internalNote: 'secret two' })
    await change({ title: 'Third', price: { amount: 9, currency: 'USD' }, coAuthors: [bob.id] })
  }, 120_000)
  afterAll(() => b?.db.close())

  test('have the values, version and titles of that time', async () => {
    const first = await asOf(at[1]!)
    expect(first.data).toMatchObject({
      title: 'First',
      author: ann.id,
      price: { amount: 5, currency: 'EUR' },
      coAuthors: [],
      version: 1,
    })
    expect(first.included.authors![ann.id]).toMatchObject({ title: 'Ann' })
    expect((await asOf(at[2]!)).data).toMatchObject({ title: 'Second', version: 2 })
    const now = await asOf(at[3]!)
    expect(now.data).toMatchObject({ title: 'Third', version: 3 })
    await expect(asOf(at[0]!)).rejects.toMatchObject({ status: 404 })
  })

  test('are shown by today’s permissions, applied to the record as it is now', async () => {
    const blind = b.as([{ allow: ['*'], deny: ['book.field.internalNote.*'] }])
    expect(JSON.stringify(await asOf(at[1]!, blind.access))).not.toContain('secret')
    const once = b.as({ tenant: ann.id, grants: [all] })
    await expect(asOf(at[1]!, once.access)).rejects.toMatchObject({ status: 404 })
    const today = b.as({ tenant: bob.id, grants: [all] })
    expect((await asOf(at[1]!, today.access)).data).toMatchObject({ title: 'First' })
    await expect(
      asOf(at[1]!, b.as([{ allow: ['*'], deny: ['book.read'] }]).access),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('restore a single field of an earlier version as an ordinary change', async () => {
    const [first] = await revisions()
    const restore = (only: string[], as = b.as([all])) =>
      b.writer.restoreRevision(b.of('book'), book, first!, as, only)
    expect((await problemOf(restore(['nothing']))).errors).toMatchObject([{ path: 'fields' }])
    const noTitle = b.as([{ allow: ['*'], deny: ['book.field.title.write'] }])
    expect((await problemOf(restore(['title'], noTitle))).status).toBe(403)
    const restored = await restore(['title'])
    expect(restored).toMatchObject({
      title: 'First',
      author: bob.id,
      price: { amount: 9, currency: 'USD' },
      version: 4,
    })
  })
})

const BY_ID = [{ field: 'id', descending: false }]

describe('lists at an earlier time', () => {
  let b: Bench
  let ann: RecordData, bob: RecordData
  const at: string[] = []
  const all = { allow: ['*'], deny: [] }
  const moment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { rows } = await b.db.query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    )
    at.push(rows[0]!.at)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const books: Record<string, RecordData> = {}
  const write = (title: string, author: RecordData) =>
    b.writer.create(
      b.of('book'),
      { title, code: randomUUID(), author: author.id, internalNote: `secret of ${title}` },
      b.as([all]),
    )
  const page = async (
    instant: string,
    access: Access = b.as([all]).access,
    more: { limit?: number; cursor?: string } = {},
  ) =>
    (await listAsOf({ db: b.db, model: b.model, access, secret: 'secret' }, b.of('book'), {
      asOf: instant,
      limit: 50,
      sort: BY_ID,
      totalExact: false,
      trashed: false,
      ...more,
    })) as unknown as {
      data: readonly Record<string, Json>[]
      included: Record<string, Record<string, { title: string }>>
      page: { next: string | null }
    }
  const titlesAt = async (instant: string, access?: Access) =>
    (await page(instant, access)).data.map((one) => one.title)

  beforeAll(async () => {
    b = await openBench(libraryResources)
    const author = (name: string) =>
      b.writer.create(b.of('author'), { name, email: `${name}@example.com` }, b.as())
    ann = await author('Ann')
    bob = await author('Bob')
    await moment()
    for (const title of ['Changed', 'Deleted', 'Restored', 'Purged']) {
      books[title] = await write(title, ann)
    }
    const remove = (title: string, purge = false) =>
      b.writer.remove(b.of('book'), books[title]!.id, books[title]!.version, { purge }, b.as([all]))
    await remove('Restored')
    await moment()
    const { id, version } = books.Changed!
    const change = { title: 'New title', author: bob.id, internalNote: 'secret now' }
    await b.writer.patch(b.of('book'), id, version, change, b.as([all]))
    await remove('Deleted')
    await remove('Purged', true)
    await b.writer.restore(b.of('book'), books.Restored!.id, 2, b.as([all]))
    await write('Late', ann)
    await moment()
  }, 120_000)
  afterAll(() => b?.db.close())

  test('contain the records that existed then, with their values, versions and titles of that time', async () => {
    expect(await titlesAt(at[0]!)).toEqual([])
    // What was deleted permanently since is known to nobody.
    expect(await titlesAt(at[1]!)).toEqual(['Changed', 'Deleted'])
    expect(await titlesAt(at[2]!)).toEqual(['New title', 'Restored', 'Late'])
    const { data, included } = await page(at[1]!)
    expect(data[0]).toMatchObject({ author: ann.id, version: 1, internalNote: 'secret of Changed' })
    expect(data[0]).not.toHaveProperty('deletedAt')
    expect(included.authors![ann.id]).toMatchObject({ title: 'Ann' })
  })

  test('match the earlier version of each single record', async () => {
    for (const instant of at) {
      for (const one of (await page(instant)).data) {
        const alone = (await recordAsOf(
          { db: b.db, model: b.model, access: b.as([all]).access },
          b.of('book'),
          String(one.id),
          instant,
        )) as { data: Record<string, Json> }
        expect(alone.data).toEqual({ ...one, deletedAt: null })
      }
    }
  })

  test('contain only what today’s permissions allow, applied to the records as they are now', async () => {
    const of = (author: RecordData) => b.as({ tenant: author.id, grants: [all] }).access
    expect(await titlesAt(at[1]!, of(ann))).toEqual(['Deleted'])
    expect(await titlesAt(at[1]!, of(bob))).toEqual(['Changed'])
    const blind = b.as([{ allow: ['*'], deny: ['book.field.internalNote.*'] }]).access
    expect(JSON.stringify(await page(at[1]!, blind))).not.toContain('secret')
    await expect(
      titlesAt(at[1]!, b.as([{ allow: ['*'], deny: ['book.list'] }]).access),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('are paged with cursors that are valid only for their time', async () => {
    const seen: Json[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const found = await page(at[2]!, undefined, { limit: 1, ...(cursor ? { cursor } : {}) })
      seen.push(...found.data.map((one) => one.title!))
      cursor = found.page.next
    }
    expect(seen).toEqual(['New title', 'Restored', 'Late'])
    const { page: first } = await page(at[2]!, undefined, { limit: 1 })
    await expect(page(at[1]!, undefined, { cursor: first.next! })).rejects.toMatchObject({
      code: 'invalid_cursor',
    })
  })
})
