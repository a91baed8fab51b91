import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file, group, images, rows, text, z } from '#schemas/define/index.ts'
import { describeShape } from '#schemas/define/describe.ts'
import type { Json } from '#model/types.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import { checkReferences } from './references.ts'

let b: Bench
beforeAll(async () => {
  b = await openBench(libraryResources)
}, 120_000)
afterAll(() => b?.db.close())

const fields = describeShape({
  scan: file().optional(),
  photos: images(),
  documents: rows({ file: file(), title: text(10) }),
  about: group({ logo: file().optional() }).optional(),
  proof: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('scan'), scan: file() }),
      z.strictObject({ kind: z.literal('word'), text: text(10) }),
    ])
    .optional(),
})

test('refuses a reference to another person’s file in every kind of field that can hold one', async () => {
  const [theirs, mine] = [randomUUID(), randomUUID()]
  const me = randomUUID()
  for (const [id, by] of [
    [theirs, randomUUID()],
    [mine, me],
  ]) {
    await b.db.query(
      "insert into files (id, name, type, size, storage_key, created_by, hash) values ($1, 'a.pdf', 'application/pdf', 1, 'x', $2, 'x')",
      [id, by],
    )
  }
  const { access } = b.as({ personId: me })
  const valuesOf = (id: string): Record<string, Json> => ({
    scan: id,
    photos: [{ file: id, alt: 'x' }],
    documents: [{ file: id, title: 'x' }],
    about: { logo: id },
    proof: { kind: 'scan', scan: id },
  })
  const refusedOf = (id: string) =>
    b.db.transaction(async (tx) => {
      const row = valuesOf(id)
      const given = [{ row: row as never, fields: new Set(Object.keys(row)) }]
      const [problems] = await checkReferences({ tx, model: b.model, access }, { fields }, given)
      return problems!.map(({ path }) => path)
    })
  expect(await refusedOf(theirs)).toEqual([
    'scan',
    'photos.0.file',
    'documents.0.file',
    'about.logo',
    'proof.scan',
  ])
  expect(await refusedOf(mine)).toEqual([])
})
