/**
 * Several roles of one person: each row opens the fields of the roles that cover it, in every
 * channel, checked against an oracle without SQL.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Grants } from '#schemas/define/permissions.ts'
import type { Filter } from '#model/query.ts'
import type { Json } from '#model/types.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { libraryResources } from '#tests/toy.ts'
import { patience, runs } from '#tests/support/runs.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { auditLog } from '../audit/log.ts'
import { visibility } from '../events/visible.ts'
import { Problem } from '../base/problem.ts'
import { createReader, type FullReader } from '../store/read/reader.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import type { Access } from './types.ts'

vi.setConfig({ testTimeout: patience(300_000) })

const FIELDS = ['name', 'email', 'country', 'phone', 'internalNote', 'rank', 'state'] as const
type Field = (typeof FIELDS)[number]
type Author = Readonly<Record<Field, string | number | null>> & { readonly id: string }

/** A role as the oracle sees it. */
interface Role {
  readonly actions: readonly string[]
  readonly reads: readonly Field[]
  readonly writes: readonly Field[]
  readonly rows: Readonly<Record<string, string | readonly string[]>> | undefined
}

const grantsOf = ({ actions, reads, writes, rows }: Role): Grants => ({
  allow: [
    'book.list',
    'book.read',
    'book.field.*',
    ...actions.map((a) => `author.${a}`),
    ...reads.map((f) => `author.field.${f}.read`),
    ...writes.map((f) => `author.field.${f}.write`),
  ],
  deny: [],
  ...(rows ? { rows: { author: rows } } : {}),
})

const covers = ({ rows }: Role, row: Omit<Author, 'id'>): boolean =>
  Object.entries(rows ?? {}).every(([name, wanted]) =>
    [wanted].flat().includes(String(row[name as Field])),
  )
const READING = ['list', 'read', 'export']

/** What two roles allow, computed row by row. */
const oracle = (roles: readonly Role[]) => {
  const by = (keys: readonly string[], row: Omit<Author, 'id'>): readonly Role[] =>
    roles.filter((r) => r.actions.some((a) => keys.includes(a)) && covers(r, row))
  const reads = (row: Omit<Author, 'id'>, f: Field): boolean =>
    by(READING, row).some((r) => r.reads.includes(f))
  return {
    reads,
    sees: (row: Author, key?: string) => by(key ? [key] : READING, row).length > 0,
    view: (row: Omit<Author, 'id'>, f: Field): Json => (reads(row, f) ? row[f] : null),
    /** True when a body with these fields may turn `before` into `after`. */
    writes: (
      key: string,
      body: readonly Field[],
      before: Author | undefined,
      after: Omit<Author, 'id'>,
    ) =>
      [...(before ? [before] : []), after].every(
        (row) =>
          by([key], row).length > 0 &&
          body.every((f) => by([key], row).some((r) => r.writes.includes(f))),
      ),
  }
}

const role = fc.record<Role>({
  actions: fc.subarray(['list', 'read', 'update', 'create', 'export', 'import'], { minLength: 1 }),
  reads: fc.subarray([...FIELDS]),
  writes: fc.subarray(FIELDS.filter((f) => f !== 'state')),
  rows: fc.constantFrom<Role['rows'][]>(
    undefined,
    { country: 'PT' },
    { country: 'ES' },
    { state: 'blocked' },
    { country: ['PT', 'ES'] },
    { country: 'PT', state: 'active' },
  ),
})
const reader: Role = {
  actions: ['list', 'read', 'update', 'import'],
  reads: [...FIELDS],
  writes: ['name', 'email', 'country', 'phone', 'internalNote', 'rank'],
  rows: undefined,
}

describe('combined roles of one person', () => {
  let bench: Bench
  let read: FullReader
  const authors: Author[] = []
  beforeAll(async () => {
    bench = await openBench(libraryResources)
    read = createReader({ db: bench.db, model: bench.model, secret: 'a secret of the tests' })
    for (let i = 0; i < 12; i++) {
      const values = {
        name: `Name${i % 5}x`,
        email: `mail${i}@example.com`,
        country: ['PT', 'ES', 'FR'][i % 3]!,
        phone: i % 4 === 3 ? null : `+35191234560${i % 5}`,
        internalNote: i % 2 ? `Note${i % 4}x` : null,
        rank: i % 4,
      }
      const { id, version } = await bench.writer.create(bench.of('author'), values, bench.as())
      const state = i % 5 < 2 ? 'blocked' : 'active'
      if (state === 'blocked') {
        await bench.writer.transition(
          bench.of('author'),
          { id, version },
          state,
          { reason: 'Test' },
          bench.as(),
        )
      }
      authors.push({ ...values, id, state })
      await bench.writer.create(
        bench.of('book'),
        { title: `Book ${i}`, code: `B${i}`, author: id },
        bench.as(),
      )
    }
  }, 120_000)
  afterAll(() => bench.db.close())

  const listed = async (
    access: Access,
    entity: string,
    text = '',
    filter?: Filter,
  ): Promise<Record<string, Json>[]> => {
    const resource = bench.of(entity)
    const found: Record<string, Json>[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const parsed = parseListQuery(
        resource,
        bench.model,
        new URLSearchParams(`limit=5&${text}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`),
      )
      if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
      const query = filter ? { ...parsed.query, filter } : parsed.query
      const page = JSON.parse(await read.list(resource, query, access)) as {
        data: Record<string, Json>[]
        included: Record<string, Record<string, { title: string }>>
        page: { next: string | null; total: number }
      }
      const titles = page.included.authors
      found.push(
        ...page.data.map((row) => ({
          ...row,
          title_: titles?.[String(row.author)]?.title ?? null,
        })),
      )
      cursor = page.page.next
      if (cursor === null) expect(found.length).toBe(page.page.total)
    }
    return found
  }
  const ids = (rows: readonly { id?: Json }[]): Json[] => rows.map((r) => r.id!).sort()
  const refused = async (write: (context: TxWriteContext) => Promise<unknown>, as: Access) => {
    const undo = new Error('undo')
    try {
      await bench.db.transaction(async (tx) => {
        await write({ access: as, channel: 'api', requestId: 'r', operationId: newOperation(), tx })
        throw undo
      })
    } catch (error) {
      if (error === undo) return false
      if (error instanceof Problem) return true
      throw error
    }
    return false
  }
  let operations = 0
  const newOperation = (): string =>
    `01900000-0000-7000-8000-${String(++operations).padStart(12, '0')}`

  const checkReads = async (roles: readonly Role[], access: Access): Promise<void> => {
    const author = bench.of('author')
    const o = oracle(roles)
    const some = FIELDS.filter((f) =>
      roles.some((r) => r.reads.includes(f) && r.actions.some((a) => READING.includes(a))),
    )
    expect([...access.readable(author)].sort()).toEqual([...some].sort())
    const cut = (row: Author) => Object.fromEntries(some.map((f) => [f, o.view(row, f)]))
    const seen = (row: Record<string, Json>) =>
      Object.fromEntries(FIELDS.flatMap((f) => (f in row ? [[f, row[f]!]] : [])))
    const has = (action: string): boolean => roles.some((r) => r.actions.includes(action))
    const rows = authors.filter((a) => o.sees(a, 'list'))

    if (has('list')) {
      const list = await listed(access, 'author')
      expect(ids(list)).toEqual(ids(rows))
      for (const row of list) expect(seen(row)).toEqual(cut(authors.find((a) => a.id === row.id)!))
      const exported = parseListQuery(author, bench.model, new URLSearchParams())
      if ('problems' in exported) throw new Error('query')
      for await (const { row } of read.stream(author, exported.query, access)) {
        expect(seen(row)).toEqual(cut(authors.find((a) => a.id === row.id)!))
      }
      for (const { id, title } of await read.options(author, {}, access)) {
        const row = authors.find((a) => a.id === id)!
        expect(title).toBe(o.reads(row, 'name') ? row.name : id)
      }
      for (const f of some.filter((name) => name === 'phone' || name === 'rank')) {
        const value = authors[4]![f]!
        const eq: Filter = { path: [f], op: 'eq', value }
        const cases: [Filter, (a: Author) => boolean][] = [
          [eq, (a) => a[f] === value],
          [{ path: [f], op: 'ne', value }, (a) => a[f] !== value],
          [{ path: [f], op: 'isNull', value: true }, (a) => a[f] === null],
          [{ not: eq }, (a) => a[f] !== value],
        ]
        for (const [filter, holds] of cases) {
          expect(ids(await listed(access, 'author', '', filter))).toEqual(
            ids(rows.filter((a) => o.reads(a, f) && holds(a))),
          )
        }
        expect(
          ids(await listed(access, 'book', '', { path: ['author', f], op: 'eq', value })).length,
        ).toBe(authors.filter((a) => o.sees(a) && o.reads(a, f) && a[f] === value).length)
      }
      if (some.includes('rank')) {
        for (const down of [false, true]) {
          const order = [...rows].sort((a, b) => {
            const [x, y] = [o.view(a, 'rank') ?? 99, o.view(b, 'rank') ?? 99] as number[]
            return (x! - y! || (a.id < b.id ? -1 : 1)) * (down ? -1 : 1)
          })
          const sorted = await listed(access, 'author', `sort=${down ? '-' : ''}rank`)
          expect(sorted.map((r) => r.id)).toEqual(order.map((r) => r.id))
        }
      }
      for (const word of ['name1x', 'mail4', 'note1x']) {
        expect(ids(await listed(access, 'author', `search=${word}`))).toEqual(
          ids(
            rows.filter((a) =>
              (['name', 'email', 'internalNote'] as const).some((f) =>
                String(o.view(a, f) ?? '')
                  .toLowerCase()
                  .includes(word),
              ),
            ),
          ),
        )
      }
      if (some.includes('rank') && some.includes('country')) {
        const { data } = (await read.aggregate(
          author,
          { group: ['country'], measures: ['sum:rank', 'count'], timeZone: 'UTC' },
          access,
        )) as unknown as {
          data: { group: { country: string | null }; values: Record<string, number | null> }[]
        }
        for (const { group, values } of data) {
          const these = rows.filter((a) => o.view(a, 'country') === group.country)
          expect(values.count).toBe(these.length)
          const ranks = these.flatMap((a) => o.view(a, 'rank') ?? []) as number[]
          expect(values['sum:rank']).toBe(
            ranks.length ? ranks.reduce((n, rank) => n + rank, 0) : null,
          )
        }
      }
    }
    for (const book of await listed(access, 'book')) {
      const row = authors.find((a) => a.id === book.author)!
      expect(book.title_).toBe(
        o.sees(row) && (has('list') || has('read')) ? o.view(row, 'name') : null,
      )
    }
    const named = (patch: unknown) => Object.keys(patch as object).sort()
    for (const row of authors.slice(0, 6)) {
      const changed = ['name', 'email', 'country', 'phone', 'internalNote', 'rank'] as const
      const readable = changed.filter((f) => o.reads(row, f) && row[f] !== null).sort()
      const get = read.get(author, row.id, access)
      if (!has('read') || !o.sees(row, 'read')) {
        await expect(get).rejects.toBeInstanceOf(Problem)
      } else {
        const { data } = JSON.parse((await get).body) as { data: Record<string, Json> }
        expect(seen(data)).toEqual(cut(row))
        const history = (await read.history(author, row.id, access)) as unknown as {
          data: { action: string; patch: Record<string, Json> }[]
        }
        const first = history.data.find((e) => e.action === 'create')!
        expect(named(first.patch).filter((f) => changed.some((c) => c === f))).toEqual(readable)
      }
      const change = {
        xid: 1n,
        seq: 1n,
        entity: 'author',
        recordId: row.id,
        version: 2,
        action: 'create',
        fields: [...changed],
      }
      const look = await visibility(bench.db.query, bench.model, [change])({
        access,
        collections: undefined,
      })
      expect([...(look(change)?.changed ?? [])].sort()).toEqual(
        has('list') && o.sees(row, 'list') ? changed.filter((f) => o.reads(row, f)).sort() : [],
      )
    }
    if (has('list') || has('read')) {
      const log = (await auditLog(bench.db, bench.model, access, {
        entity: 'author',
        limit: 200,
      })) as unknown as {
        data: { record: { id: string; title: string | null }; action: string; patch: object }[]
      }
      for (const entry of log.data.filter((e) => e.action === 'create')) {
        const row = authors.find((a) => a.id === entry.record.id)!
        expect(o.sees(row)).toBe(true)
        expect(entry.record.title).toBe(o.view(row, 'name'))
        for (const name of named(entry.patch).filter((f) => FIELDS.some((g) => g === f))) {
          if (name !== 'state') expect(o.reads(row, name as Field), name).toBe(true)
        }
      }
    }
  }

  const checkWrites = async (roles: readonly Role[], access: Access): Promise<void> => {
    const author = bench.of('author')
    const o = oracle(roles)
    const version = async (id: string): Promise<number> =>
      (await bench.db.query<{ version: number }>('select version from authors where id = $1', [id]))
        .rows[0]!.version
    const bodies: Partial<Record<Field, string | number>>[] = [
      { phone: '+351912345699' },
      { rank: 9 },
      { country: 'PT', rank: 8 },
      { country: 'FR' },
    ]
    for (const [i, row] of authors.slice(0, 5).entries()) {
      const body = bodies[i % bodies.length]!
      const after = { ...row, ...body }
      const names = (Object.keys(body) as Field[]).filter((f) => row[f] !== body[f])
      const mayUpdate = o.writes('update', names, row, after)
      const at = await version(row.id)
      let given: Record<string, Json> = {}
      const no = await refused(async (context) => {
        given = { ...(await bench.writer.patch(author, row.id, at, body, context)) }
      }, access)
      // A body may repeat a current value only in fields that it may write.
      const all = o.writes('update', Object.keys(body) as Field[], row, row)
      expect(no, JSON.stringify([row, body])).toBe(!(mayUpdate && all))
      if (!no) {
        for (const f of access.readable(author)) {
          if (f in after) expect(given[f] ?? null).toEqual(o.view(after, f as Field))
        }
      }
    }
    const importsAs = (key: string): boolean =>
      roles.every((r) => r.actions.includes(key) === r.actions.includes('import'))
    if (roles.some((r) => r.actions.includes('import')) && importsAs('update')) {
      for (const row of authors.slice(5, 8)) {
        const data = { email: row.email!, phone: '+351912345688' }
        const no = await refused(async (context) => {
          const { committed } = await bench.writer.importRows(
            author,
            [{ row: 1, data }],
            { mode: 'atomic', upsertBy: 'email' },
            context,
          )
          if (!committed) throw new Problem(422, 'invalid', 'Refused')
        }, access)
        expect(no, JSON.stringify(row)).toBe(!o.writes('import', ['email', 'phone'], row, row))
      }
    }
    for (const country of ['PT', 'ES', 'FR']) {
      const body = { name: 'New', email: `new${country}@example.com`, country, rank: 5 }
      const made = { ...body, phone: null, internalNote: null, state: 'active' }
      const no = await refused((context) => bench.writer.create(author, body, context), access)
      expect(no, country).toBe(
        !o.writes('create', ['name', 'email', 'country', 'rank'], undefined, made),
      )
    }
  }

  test('add up row by row for random roles', async () => {
    await fc.assert(
      fc.asyncProperty(role, role, async (a, b) => {
        const access = bench.as([grantsOf(a), grantsOf(b)]).access
        await checkReads([a, b], access)
        await checkWrites([a, b], access)
      }),
      runs(25),
    )
  })

  test('do not give all fields on all rows from all fields on few rows and few fields on all rows', async () => {
    const few: Role = { ...reader, rows: { state: 'blocked' } }
    const names: Role = { ...reader, reads: ['name'], writes: ['name'] }
    const { access } = bench.as([grantsOf(few), grantsOf(names)])
    const list = await listed(access, 'author')
    expect(list.length).toBe(authors.length)
    const blocked = authors.filter((a) => a.state === 'blocked')
    expect(
      list
        .filter((r) => r.email !== null)
        .map((r) => r.email)
        .sort(),
    ).toEqual(blocked.map((a) => a.email).sort())
    expect(list.every((r) => r.name !== null)).toBe(true)
    await checkReads([few, names], access)
    await checkWrites([few, names], access)
  }, 120_000)

  test('read the plain table when all roles grant the same fields or the same rows', async () => {
    const same = (a: Role, b: Role): string =>
      read.listStatement(
        bench.of('author'),
        { ...queryOf(), limit: 5 },
        bench.as([grantsOf(a), grantsOf(b)]).access,
      ).text
    const queryOf = () => {
      const parsed = parseListQuery(bench.of('author'), bench.model, new URLSearchParams())
      if ('problems' in parsed) throw new Error('query')
      return parsed.query
    }
    expect(same(reader, { ...reader, rows: { country: 'PT' } })).not.toContain(
      'case when t."state"',
    )
    const pt: Role = { ...reader, rows: { country: 'PT' } }
    expect(same(pt, { ...pt, reads: ['name'] })).toContain('from "authors" t where')
    expect(same(pt, { ...reader, reads: ['name'] })).not.toContain('from "authors" t where')
  })
})
