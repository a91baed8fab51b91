import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { unguarded } from '#tests/support/audit.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { startFirestore, type FirestoreStandIn } from '#tests/support/firestoreStandIn.ts'
import type { Database } from '../database/pool.ts'
import { fromRow, selected, type StoredRow } from '../store/write/rows.ts'
import { documentAdmin } from './documentAdmin.ts'
import { copyDocuments } from './documentCopy.ts'
import { documentReader } from './documentReader.ts'

const resource = compileModel(resources).resources.find((r) => r.collection === 'macros')!
const project = { projectId: 'demo-x', serviceAccount: undefined }
let db: Database
let standIn: FirestoreStandIn
beforeAll(async () => {
  standIn = await startFirestore()
  db = await migratedDatabase()
})
afterAll(async () => {
  await standIn?.stop()
  await db?.close()
})
beforeEach(async () => {
  standIn.clear()
  await db.query('delete from macros')
})

const emulators = () => ({ ...project, emulators: { firestore: standIn.origin } })
const copy = (to: 'server' | 'firestore', more: object = {}) =>
  copyDocuments({
    db,
    admin: documentAdmin(emulators()),
    resource,
    declaration: resources.macro,
    to,
    ...more,
  })
const idOf = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
/** A macro in the server's table, with its own history. */
const insert = (
  n: number,
  title: string,
  more: { version?: number; deleted?: boolean; shortcut?: string } = {},
) =>
  db.query(
    `insert into macros (id, version, title, body, shortcut, active, created_at, updated_at, deleted_at, search) values ($1, $2, $3, 'Thank you.', $4, true, '2026-01-02T03:04:05.678Z', '2026-02-03T04:05:06.789Z', $5, '')`,
    [
      idOf(n),
      more.version ?? 1,
      title,
      more.shortcut ?? null,
      more.deleted ? '2026-03-04T05:06:07.890Z' : null,
    ],
  )
const rows = async () =>
  (
    await db.query<StoredRow>(`select ${selected(resource, 't')} from macros t order by id`)
  ).rows.map(fromRow)

test('records copied to Firestore and back are unchanged', async () => {
  for (let n = 1; n <= 230; n++) {
    await insert(n, `Macro ${n}`, {
      version: (n % 3) + 1,
      deleted: n % 50 === 0,
      ...(n === 7 ? { shortcut: 'seven' } : {}),
    })
  }
  const before = await rows()
  expect(await copy('firestore', { dryRun: true })).toMatchObject({ copied: 230 })
  expect(standIn.all()).toEqual({})
  expect(await copy('firestore')).toEqual({ copied: 230, same: 0, newer: 0, failed: [] })
  // A page reads exactly what the server had.
  expect(await documentReader(emulators())(resource, idOf(7))).toEqual(before[6])
  const reserved = Object.entries(standIn.all()).filter(([path]) => path.startsWith('unique/'))
  expect(reserved).toEqual([
    [expect.stringMatching(/^unique\/macros\.shortcut\./), { record: { stringValue: idOf(7) } }],
  ])
  expect(await copy('firestore')).toEqual({ copied: 0, same: 230, newer: 0, failed: [] })

  await db.query('delete from macros')
  await unguarded(db, "delete from audit where entity = 'macro'")
  expect(await copy('server')).toEqual({ copied: 230, same: 0, newer: 0, failed: [] })
  expect(await rows()).toEqual(before)
  expect(
    (
      await db.query<{ n: number }>(
        "select count(*)::int as n from audit where entity = 'macro' and action = 'create' and reason = 'Copied from Firestore'",
      )
    ).rows[0]!.n,
  ).toBe(230)
  expect(
    (await db.query<{ n: number }>("select count(*)::int as n from macros where search <> ''"))
      .rows[0]!.n,
  ).toBe(230)
})

test('the later version wins in both directions, and nothing is deleted', async () => {
  await insert(1, 'Old here', { version: 1 })
  await insert(2, 'New here', { version: 5 })
  await insert(3, 'Only here')
  await copy('firestore')
  const document = (n: number) => standIn.all()[`macros/${idOf(n)}`]!
  standIn.put('demo-x', `macros/${idOf(1)}`, {
    ...document(1),
    title: { stringValue: 'New there' },
    version: { integerValue: '2' },
  })
  standIn.put('demo-x', `macros/${idOf(4)}`, {
    ...document(1),
    title: { stringValue: 'Only there' },
  })
  await db.query("update macros set title = 'Newer here', version = 6 where id = $1", [idOf(2)])
  expect(await copy('server')).toEqual({ copied: 2, same: 1, newer: 1, failed: [] })
  expect((await rows()).map((r) => r.title)).toEqual([
    'New there',
    'Newer here',
    'Only here',
    'Only there',
  ])
  expect(await copy('firestore')).toEqual({ copied: 1, same: 3, newer: 0, failed: [] })
  expect(document(2).title).toEqual({ stringValue: 'Newer here' })
})

test('invalid and conflicting documents are reported and skipped; the rest is copied', async () => {
  await insert(1, 'Has it', { shortcut: 'taken' })
  await copy('firestore')
  const document = standIn.all()[`macros/${idOf(1)}`]!
  standIn.put('demo-x', `macros/${idOf(2)}`, { ...document, active: { stringValue: 'perhaps' } })
  standIn.put('demo-x', `macros/${idOf(3)}`, {
    ...document,
    title: { stringValue: 'Wants it too' },
  })
  standIn.put('demo-x', `macros/${idOf(4)}`, {
    ...document,
    shortcut: { nullValue: null },
    title: { stringValue: 'Fits' },
  })
  standIn.put('demo-x', 'macros/foreign', { ...document, shortcut: { nullValue: null } })
  const { copied, failed } = await copy('server')
  expect(copied).toBe(1)
  expect(failed.map((f) => f.id).sort()).toEqual([idOf(2), idOf(3), 'foreign'])
  expect((await rows()).map((r) => r.title)).toEqual(['Has it', 'Fits'])
})

test('a copy refused by Firestore fails with the reason and writes nothing', async () => {
  await insert(1, 'One')
  standIn.fail(403, 'PERMISSION_DENIED')
  await expect(copy('firestore')).rejects.toThrow(
    'The document database refused it: As the test wanted.',
  )
  expect(standIn.all()).toEqual({})
})
