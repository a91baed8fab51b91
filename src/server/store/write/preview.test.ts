import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineResources, z } from '#schemas/define/index.ts'
import type { Json } from '#model/types.ts'
import { author, book } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import type { RecordData } from '../types.ts'
import type { RuleBook } from './rules.ts'

const resources = defineResources({
  author,
  book: {
    ...book,
    actions: { stamp: { label: 'Stamp', input: z.object({}) } },
    documents: { sheet: 'Sheet' },
  } as typeof book,
})

const written = { title: 'Persuasion', code: 'hidden-code' }
const all = async (
  row: RecordData,
  load: (collection: string, id: string) => Promise<RecordData | undefined>,
): Promise<Json> => {
  const of = await load('authors', String(row.author))
  const values = [row.code, of?.email, { price: row.price }, [row.title]]
  return { row, copy: { ...row }, list: [{ deep: row }], of: of ?? null, values } as unknown as Json
}

/** Rules that return everything they have. */
const rules: RuleBook = {
  book: {
    previews: {
      everything: { needs: ['title', 'author'], run: (row, context) => all(row, context.load) },
      coded: { needs: ['code'], run: (row) => row.code! },
      related: {
        needs: ['author.email'],
        run: async (row, { load }) => (await load('authors', String(row.author)))!.email!,
      },
    },
    documents: {
      sheet: async (row, context) => ({
        fileName: 'sheet.txt',
        bytes: new TextEncoder().encode(JSON.stringify(await all(row, context.load))),
      }),
    },
    actions: { stamp: async (row, _input, context) => ({ result: await all(row, context.load) }) },
  },
}

/** Every property name that a plain object or array inherits. */
const inherited = [
  ...new Set([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Array.prototype),
  ]),
]

describe('previews and action results', () => {
  let b: Bench
  let id = ''
  beforeAll(async () => {
    b = await openBench(resources, rules)
    const of = await b.writer.create(
      b.of('author'),
      { name: 'Jane', email: 'hidden@example.com' },
      b.as(),
    )
    id = (await b.writer.create(b.of('book'), { ...written, author: of.id }, b.as())).id
  }, 120_000)
  afterAll(() => b?.db.close())

  const reader = () =>
    b.as([
      {
        allow: [
          'book.read',
          'book.stamp',
          'book.field.title.read',
          'book.field.author.read',
          'author.read',
          'author.field.name.read',
        ],
        deny: [],
      },
    ])
  const preview = (name: string, as = b.as()) => b.writer.preview(b.of('book'), id, name, as)

  test('a related record outside the rows of a role stays hidden', async () => {
    const allow = ['book.*', 'author.read', 'author.field.*.read']
    const within = (name: string) => b.as([{ allow, deny: [], rows: { author: { name } } }])
    const documentOf = async (as: ReturnType<typeof within>) =>
      new TextDecoder().decode((await b.writer.document(b.of('book'), id, 'sheet', as)).bytes)
    const [inside, outside] = [within('Jane'), within('Emma')]
    for (const read of [
      (as: typeof inside) => preview('everything', as),
      documentOf,
      async (as: typeof inside) =>
        (await b.writer.act(b.of('book'), { id, version: 1 }, 'stamp', {}, as)).result,
    ]) {
      expect(JSON.stringify(await read(inside))).toContain('hidden@example.com')
      expect(JSON.stringify(await read(outside))).not.toMatch(/hidden@example.com|Jane/)
    }
    expect(await preview('related', inside)).toBe('hidden@example.com')
    expect(await problemOf(preview('related', outside))).toMatchObject({ status: 403 })
  })

  test('a preview hides fields the caller may not read, even if its rule returns them', async () => {
    const seen = JSON.stringify(await preview('everything', reader()))
    expect(seen).toContain(written.title)
    expect(seen).toContain('Jane')
    expect(seen).not.toContain('hidden')
    expect(JSON.stringify(await preview('everything'))).toContain('hidden-code')
  })

  test('a preview is refused if the caller may not read a field it needs, of its record or a referenced one', async () => {
    expect(await preview('coded')).toBe('hidden-code')
    expect(await preview('related')).toBe('hidden@example.com')
    for (const name of ['coded', 'related']) {
      expect(await problemOf(preview(name, reader()))).toMatchObject({ status: 403 })
    }
  })

  test('an action result hides fields the caller may not read, even if its rule returns them', async () => {
    const { result } = await b.writer.act(b.of('book'), { id, version: 1 }, 'stamp', {}, reader())
    const seen = JSON.stringify(result)
    expect(seen).toContain(written.title)
    expect(seen).toContain('Jane')
    expect(seen).not.toContain('hidden')
  })

  test('a document hides fields of other records the caller may not read, even if its rule returns them', async () => {
    const whole = b.as([{ allow: ['book.*', 'author.read', 'author.field.name.read'], deny: [] }])
    const textOf = async (as = b.as()) =>
      new TextDecoder().decode((await b.writer.document(b.of('book'), id, 'sheet', as)).bytes)
    expect(await textOf(whole)).toContain('hidden-code')
    expect(await textOf(whole)).toContain('Jane')
    expect(await textOf(whole)).not.toContain('hidden@example.com')
    expect(await textOf()).toContain('hidden@example.com')
  })

  test.each(inherited)(
    'the inherited property name "%s" is not a preview, document, action or transition',
    async (name) => {
      const book = b.of('book')
      expect(await problemOf(preview(name))).toMatchObject({ status: 404 })
      expect(await problemOf(b.writer.document(book, id, name, b.as()))).toMatchObject({
        status: 404,
      })
      expect(
        await problemOf(b.writer.act(book, { id, version: 1 }, name, {}, b.as())),
      ).toMatchObject({
        status: 404,
      })
      expect(
        await problemOf(b.writer.transition(book, { id, version: 1 }, name, {}, b.as())),
      ).toMatchObject({
        status: 404,
      })
    },
  )
})
