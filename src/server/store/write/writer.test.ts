import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libraryResources } from '#tests/toy.ts'
import type { RecordData } from '../types.ts'
import { deferred } from '#tests/support/deferred.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'

let n = 0
const unique = () => `n${++n}`

describe('writes', () => {
  let b: Bench
  let author: RecordData
  beforeAll(async () => {
    b = await openBench(libraryResources)
    author = await newAuthor()
  }, 120_000)
  afterAll(() => b?.db.close())

  const newAuthor = (more: object = {}) =>
    b.writer.create(
      b.of('author'),
      { name: 'Émile', email: `${unique()}@example.com`, ...more },
      b.as(),
    )
  const newBook = (more: object = {}, as = b.as()) =>
    b.writer.create(
      b.of('book'),
      { title: unique(), code: unique(), author: author.id, ...more },
      as,
    )
  const books = () => b.of('book')

  test('a creation returns the whole record with defaults, version 1 and every value as sent', async () => {
    const body = {
      title: 'Dune',
      code: unique(),
      author: author.id,
      coAuthors: [author.id],
      price: { amount: 12_345_678_901, currency: 'EUR' },
      weight: 0.1,
      publishedOn: '1965-08-01',
      opensAt: '08:30',
      availableAt: '2026-01-02T03:04:05.678Z',
      shelf: { line: 'A', city: 'B', country: 'PT' },
      chapters: [{ label: 'one', pages: 3 }],
      moods: ['odd'],
      inPrint: false,
      discount: { kind: 'fixed', amount: { amount: 1, currency: 'EUR' } },
    }
    const record = await newBook(body)
    expect(record).toMatchObject({
      ...body,
      version: 1,
      state: 'draft',
      genre: 'novel',
      royalty: 1000,
      notes: null,
      images: [],
      createdBy: null,
    })
    const patched = await b.writer.patch(books(), record.id, 1, body, b.as())
    expect(patched.version).toBe(1)
  })

  test('a patch writes the changed fields, increments the version and audits values before and after', async () => {
    const book = await newBook({ price: { amount: 5, currency: 'EUR' } })
    const patched = await b.writer.patch(
      books(),
      book.id,
      1,
      { price: { amount: 6, currency: 'USD' }, notes: 'x' },
      b.as([{ allow: ['*'], deny: [] }]),
    )
    expect(patched).toMatchObject({
      version: 2,
      price: { amount: 6, currency: 'USD' },
      notes: 'x',
      title: book.title,
    })
    const audit = (await b.audit('book')).filter((a) => a.record_id === book.id)
    expect(audit.map((a) => [a.action, a.version, a.actor_name])).toEqual([
      ['create', 1, null],
      ['update', 2, 'Ada'],
    ])
    expect(audit[1]!.patch).toEqual({
      price: [
        { amount: 5, currency: 'EUR' },
        { amount: 6, currency: 'USD' },
      ],
      notes: [null, 'x'],
    })
  })

  test('a patch that changes nothing writes nothing', async () => {
    const book = await newBook({ availableAt: '2026-01-02T03:04:05Z' })
    const before = (await b.audit('book')).length
    expect(
      await b.writer.patch(
        books(),
        book.id,
        1,
        { title: book.title, availableAt: '2026-01-02T03:04:05.000Z' },
        b.as(),
      ),
    ).toMatchObject({ version: 1, updatedAt: book.updatedAt })
    expect((await b.audit('book')).length).toBe(before)
  })

  test('of concurrent changes to one version, one is written and audited and the others are refused', async () => {
    const book = await newBook()
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        b.writer.patch(books(), book.id, 1, { notes: `by ${i}` }, b.as()).then(
          (r) => r.notes,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    const [winner, ...more] = sent.filter((s) => s !== 412)
    expect(more).toEqual([])
    const { rows } = await b.db.query('SELECT version, notes FROM books WHERE id = $1', [book.id])
    expect(rows).toEqual([{ version: 2, notes: winner }])
    expect(
      (await b.audit('book')).filter((r) => r.record_id === book.id).map((r) => r.version),
    ).toEqual([1, 2])
  })

  test('a patch keeps values written without a new version, and updates the search column', async () => {
    const book = await newBook({ internalNote: 'old' })
    await b.db.query('UPDATE books SET stars = 4 WHERE id = $1', [book.id])
    const searched = async () =>
      (
        await b.db.query<{ search: string; stars: number }>(
          'SELECT search, stars FROM books WHERE id = $1',
          [book.id],
        )
      ).rows[0]!
    await b.writer.patch(books(), book.id, 1, { notes: 'x' }, b.as())
    expect(await searched()).toMatchObject({ search: expect.stringContaining('old'), stars: 4 })
    await b.writer.patch(books(), book.id, 2, { internalNote: 'New' }, b.as())
    expect((await searched()).search).toContain('\x1fnew')
  })

  test('a patch stores, returns and clears values of every kind as a creation does', async () => {
    const values = {
      genre: 'poetry',
      moods: ['odd', 'dark'],
      price: { amount: 12_345_678_901, currency: 'USD' },
      fee: { amount: 1, currency: 'EUR' },
      pages: 3,
      weight: 0.1,
      stars: 4,
      royalty: 0,
      inPrint: false,
      publishedOn: '1965-08-01',
      opensAt: '08:30',
      availableAt: '2026-01-02T03:04:05.678Z',
      shelf: { line: 'A "1" \\', city: 'Évora', country: 'PT' },
      location: { lat: 38.7, lng: -9.1 },
      chapters: [{ label: 'one, "two" {3}', pages: 3 }],
      discount: { kind: 'fixed', amount: { amount: 1, currency: 'EUR' } },
      notes: 'a\n"b", \\ {c} é 🙂',
    }
    // Columns that differ between two records however alike their values are.
    const apart = ['id', 'title', 'code', 'search', 'version', 'created_at', 'updated_at']
    const stored = async (id: string) => {
      const { rows } = await b.db.query<{ row: Record<string, unknown> }>(
        'SELECT to_jsonb(t) AS row FROM books t WHERE id = $1',
        [id],
      )
      const row = rows[0]!.row
      expect(Object.keys(row)).toEqual(expect.arrayContaining(apart))
      return Object.fromEntries(Object.entries(row).filter(([name]) => !apart.includes(name)))
    }
    const [made, book] = [await newBook(values), await newBook()]
    const before = await stored(book.id)
    const changed = await b.writer.patch(books(), book.id, 1, values, b.as())
    expect(changed).toMatchObject({ ...values, version: 2 })
    expect(await stored(book.id)).toEqual(await stored(made.id))
    const own = Object.fromEntries(Object.keys(values).map((name) => [name, book[name]!]))
    expect(await b.writer.patch(books(), book.id, 2, own, b.as())).toMatchObject({
      ...own,
      version: 3,
    })
    expect(await stored(book.id)).toEqual(before)
  })

  test('a stale version returns 412 with the current record and writes nothing', async () => {
    const book = await newBook()
    await b.writer.patch(books(), book.id, 1, { notes: 'mine' }, b.as())
    const limited = b.as([{ allow: ['book.*'], deny: ['book.field.internalNote.read'] }])
    const problem = await problemOf(
      b.writer.patch(books(), book.id, 1, { notes: 'yours' }, limited),
    )
    expect(problem).toMatchObject({
      status: 412,
      current: { id: book.id, version: 2, notes: 'mine' },
    })
    expect(problem.current).not.toHaveProperty('internalNote')
  })

  test('the search column holds the searchable fields, folded to lower case without accents', async () => {
    const book = await newBook({ title: 'ÀÉÎ', code: 'Zz-1', internalNote: 'Ünder' })
    const { rows } = await b.db.query<{ search: string }>(
      'SELECT search FROM books WHERE id = $1',
      [book.id],
    )
    expect(rows[0]!.search).toBe('aei\x1fzz-1\x1funder')
  })

  test('a duplicate value returns 409 on its field, also for a unique set or an e-mail in another case', async () => {
    const book = await newBook()
    expect(await problemOf(newBook({ code: book.code }))).toMatchObject({
      status: 409,
      code: 'taken',
      errors: [{ path: 'code', code: 'taken' }],
    })
    expect(await problemOf(newBook({ title: book.title }))).toMatchObject({
      status: 409,
      code: 'taken',
      errors: [{ path: 'title', code: 'taken' }],
    })
    expect(
      await problemOf(newAuthor({ email: (author.email as string).toUpperCase() })),
    ).toMatchObject({ status: 409, code: 'taken', errors: [{ path: 'email', code: 'taken' }] })
  })

  test('refuses references that do not exist, are in the trash or are not visible to the caller', async () => {
    const trashed = await newAuthor()
    await b.writer.remove(b.of('author'), trashed.id, 1, { purge: false }, b.as())
    const nowhere = '0198c0de-0000-7000-8000-000000000001'
    const problem = await problemOf(
      newBook({
        author: trashed.id,
        coAuthors: [author.id, nowhere],
        cover: nowhere,
        images: [{ file: nowhere }],
      }),
    )
    expect(problem.errors!.map((e) => [e.path, e.code])).toEqual([
      ['author', 'unknown_reference'],
      ['coAuthors.1', 'unknown_reference'],
      ['cover', 'unknown_reference'],
      ['images.0.file', 'unknown_reference'],
    ])
    const other = await newAuthor()
    const staff = b.as({ tenant: author.id, grants: [{ allow: ['*'], deny: [] }] })
    expect(await problemOf(newBook({ author: other.id }, staff))).toMatchObject({
      status: 422,
      errors: [{ path: 'author' }],
    })
  })

  test('staff of a tenant write only rows of their tenant, and cannot give one to another tenant', async () => {
    const own = await newBook()
    const foreign = await newBook({ author: (await newAuthor()).id })
    const staff = b.as({ tenant: author.id, grants: [{ allow: ['*'], deny: [] }] })
    expect(await b.writer.patch(books(), own.id, 1, { notes: 'ok' }, staff)).toMatchObject({
      version: 2,
    })
    expect(
      await problemOf(b.writer.patch(books(), foreign.id, 1, { notes: 'no' }, staff)),
    ).toMatchObject({ status: 404 })
    expect(
      await problemOf(b.writer.remove(books(), foreign.id, 1, { purge: false }, staff)),
    ).toMatchObject({ status: 404 })
    expect(
      await problemOf(
        b.writer.transition(books(), { id: foreign.id, version: 1 }, 'in_review', {}, staff),
      ),
    ).toMatchObject({ status: 404 })
  })

  test('a row rule is checked against the row as it would be after the write', async () => {
    const poet = b.as([{ allow: ['*'], deny: [], rows: { book: { genre: 'poetry' } } }])
    expect(await problemOf(newBook({ genre: 'novel' }, poet))).toMatchObject({ status: 403 })
    const book = await newBook({ genre: 'poetry' }, poet)
    expect(
      await problemOf(b.writer.patch(books(), book.id, 1, { genre: 'novel' }, poet)),
    ).toMatchObject({ status: 403 })
    expect(
      (await b.db.query<{ genre: string }>('SELECT genre FROM books WHERE id = $1', [book.id]))
        .rows[0]!.genre,
    ).toBe('poetry')
  })

  test('each action and each field needs its own permission', async () => {
    const book = await newBook()
    const only = (...allow: string[]) => b.as([{ allow, deny: [] }])
    expect(await problemOf(newBook({}, only('book.update')))).toMatchObject({ status: 403 })
    expect(
      await problemOf(b.writer.patch(books(), book.id, 1, { notes: 'x' }, only('book.create'))),
    ).toMatchObject({ status: 403 })
    expect(
      await problemOf(b.writer.remove(books(), book.id, 1, { purge: true }, only('book.delete'))),
    ).toMatchObject({ status: 403 })
    expect(
      await problemOf(
        b.writer.transition(
          books(),
          { id: book.id, version: 1 },
          'in_review',
          {},
          only('book.transition.published'),
        ),
      ),
    ).toMatchObject({ status: 403 })
    const problem = await problemOf(
      b.writer.patch(
        books(),
        book.id,
        1,
        { notes: 'x', nonsense: 1, state: 'published', score: 1 },
        only('book.update', 'book.field.title.write'),
      ),
    )
    expect(new Set(problem.errors!.map((e) => e.code))).toEqual(new Set(['unknown_name']))
    expect(problem.errors!.map((e) => e.path)).toEqual(['notes', 'nonsense', 'state', 'score'])
  })

  test('secrets are stored encrypted, returned as a mask and left out of the audit', async () => {
    const made = await newAuthor({ payoutAccount: 'PT50000201231234567890154' })
    const record = await b.writer.patch(
      b.of('author'),
      made.id,
      1,
      { payoutAccount: 'PT50000201231234567890155' },
      b.as(),
    )
    expect(JSON.stringify([made, record, await b.audit('author')])).not.toContain('PT5000')
    expect(record.payoutAccount).toEqual({ masked: '•••• 0155' })
    expect(
      (
        await b.db.query<{ payout_account: string }>(
          'SELECT payout_account FROM authors WHERE id = $1',
          [made.id],
        )
      ).rows[0]!.payout_account,
    ).toMatch(/^sealed:1:[\w-]{8}:[\w-]{22}:[\w-]+:0155$/)
  })

  test('refuses to delete a referenced record, and names the referring records the caller may read', async () => {
    const parent = await newAuthor()
    const child = await newBook({ author: parent.id })
    const problem = await problemOf(
      b.writer.remove(b.of('author'), parent.id, 1, { purge: false }, b.as()),
    )
    expect(problem).toMatchObject({
      status: 409,
      code: 'referenced',
      count: 1,
      referring: [{ collection: 'books', id: child.id, title: child.title }],
      detail: 'This author cannot be deleted: 1 book refers to it.',
    })
    const blind = await problemOf(
      b.writer.remove(
        b.of('author'),
        parent.id,
        1,
        { purge: false },
        b.as([{ allow: ['author.*'], deny: [] }]),
      ),
    )
    expect(blind).toMatchObject({ status: 409, count: 0, referring: [] })
    await b.writer.remove(books(), child.id, 1, { purge: false }, b.as())
    expect(
      await problemOf(b.writer.remove(b.of('author'), parent.id, 1, { purge: true }, b.as())),
    ).toMatchObject({ status: 409, count: 1 })
    await b.writer.remove(b.of('author'), parent.id, 1, { purge: false }, b.as())
  })

  test('purging a record clears optional references to it and audits each change', async () => {
    const second = await newBook()
    const first = await newBook({ sequel: second.id })
    await b.writer.remove(books(), second.id, 1, { purge: true }, b.as())
    const { rows } = await b.db.query('SELECT sequel, version FROM books WHERE id = $1', [first.id])
    expect(rows).toEqual([{ sequel: null, version: 2 }])
    expect((await b.audit('book')).filter((a) => a.record_id === first.id).at(-1)).toMatchObject({
      action: 'update',
      patch: { sequel: [second.id, null] },
    })
  })

  test('trashing a record frees its unique values; a restore that conflicts returns 409', async () => {
    const book = await newBook()
    await b.writer.remove(books(), book.id, 1, { purge: false }, b.as())
    expect(
      await problemOf(b.writer.patch(books(), book.id, 2, { notes: 'x' }, b.as())),
    ).toMatchObject({ status: 404 })
    const heir = await newBook({ code: book.code })
    expect(await problemOf(b.writer.restore(books(), book.id, 2, b.as()))).toMatchObject({
      status: 409,
      code: 'taken',
      errors: [{ path: 'code' }],
    })
    await b.writer.remove(books(), heir.id, 1, { purge: true }, b.as())
    expect(await b.writer.restore(books(), book.id, 2, b.as())).toMatchObject({
      id: book.id,
      version: 3,
    })
    expect(
      (await b.audit('book')).filter((a) => a.record_id === book.id).map((a) => a.action),
    ).toEqual(['create', 'delete', 'restore'])
    expect((await b.audit('book')).filter((a) => a.record_id === heir.id).at(-1)).toMatchObject({
      action: 'purge',
      patch: {},
    })
  })

  test('a state changes only by legal transitions, which require a reason where one is declared', async () => {
    const book = await newBook()
    const go = (version: number, to: string, body: unknown = {}) =>
      b.writer.transition(books(), { id: book.id, version }, to, body, b.as())
    expect(await problemOf(go(1, 'published'))).toMatchObject({
      status: 409,
      code: 'illegal_transition',
      detail: 'This book is draft; it cannot become published from there.',
    })
    expect(await problemOf(go(1, 'nowhere'))).toMatchObject({ status: 404 })
    await go(1, 'in_review')
    expect(await problemOf(go(2, 'rejected'))).toMatchObject({
      status: 422,
      errors: [{ path: 'reason', code: 'required' }],
    })
    expect(await problemOf(go(2, 'rejected', { reason: 'x', state: 'y' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'state', code: 'unknown_name' }],
    })
    expect(await problemOf(go(1, 'published'))).toMatchObject({ status: 412 })
    expect(await go(2, 'rejected', { reason: ' too short ' })).toMatchObject({
      state: 'rejected',
      version: 3,
    })
    expect((await b.audit('book')).filter((a) => a.record_id === book.id).at(-1)).toMatchObject({
      action: 'transition',
      reason: 'too short',
      patch: { state: ['in_review', 'rejected'] },
    })
  })

  test('restoring a revision writes it as a patch', async () => {
    const book = await newBook({ notes: 'one', price: { amount: 1, currency: 'EUR' } })
    await b.writer.patch(books(), book.id, 1, { notes: 'two', stars: 3 }, b.as())
    await b.writer.transition(books(), { id: book.id, version: 2 }, 'in_review', {}, b.as())
    await b.writer.patch(books(), book.id, 3, { notes: 'three', price: null }, b.as())
    const [created, second] = (await b.audit('book')).filter((a) => a.record_id === book.id)
    expect(
      await b.writer.restoreRevision(
        books(),
        { id: book.id, version: 4 },
        String(second!.seq),
        b.as(),
      ),
    ).toMatchObject({
      version: 5,
      notes: 'two',
      stars: 3,
      price: { amount: 1, currency: 'EUR' },
      state: 'in_review',
    })
    expect(
      await b.writer.restoreRevision(
        books(),
        { id: book.id, version: 5 },
        String(created!.seq),
        b.as(),
      ),
    ).toMatchObject({ version: 6, notes: 'one', stars: null })
    expect(
      await problemOf(b.writer.restoreRevision(books(), { id: book.id, version: 6 }, '1', b.as())),
    ).toMatchObject({ status: 404 })
    expect(
      await problemOf(
        b.writer.restoreRevision(
          books(),
          { id: book.id, version: 6 },
          String(second!.seq),
          b.as([
            {
              allow: ['book.update', 'book.field.title.*', 'book.read', 'book.field.notes.read'],
              deny: [],
            },
          ]),
        ),
      ),
    ).toMatchObject({ status: 403 })
  })

  test('listeners are notified after a commit, not before it and not after a rollback', async () => {
    const own = await openBench(libraryResources)
    let woken = 0
    const probes: string[] = []
    await own.db.listen('audit', () => woken++)
    await own.db.listen('probe', (text) => probes.push(text))
    /** Notifications arrive in the order they were sent: those sent before the probe have arrived. */
    const wokenBefore = async (probe: string): Promise<number> => {
      await own.db.notify('probe', probe)
      await expect.poll(() => probes, { timeout: 10_000 }).toContain(probe)
      return woken
    }
    const write = (end: () => Promise<void>) =>
      own.db.transaction(async (tx) => {
        const body = { name: 'Émile', email: `${unique()}@example.com` }
        await own.writer.create(own.of('author'), body, { ...own.as(), tx })
        await end()
      })
    await expect(write(() => Promise.reject(new Error('undone')))).rejects.toThrow('undone')
    expect(await wokenBefore('after the rollback')).toBe(0)
    const [written, commit] = [deferred(), deferred()]
    const committed = write(() => {
      written.resolve()
      return commit.promise
    })
    await written.promise
    expect(await wokenBefore('before the commit')).toBe(0)
    commit.resolve()
    await committed
    await expect.poll(() => woken, { timeout: 10_000 }).toBe(1)
    await own.db.close()
  })
})
