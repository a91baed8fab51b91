import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAll, unguarded } from '#tests/support/audit.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { verifyAudit } from '../audit/verify.ts'
import { purgeSecurityEvents, securityEvent } from '../security/events.ts'
import { scrubAudit } from '../store/write/scrub.ts'
import { APPEND_ONLY } from './privileges.ts'
import type { Database } from './pool.ts'

let db: Database
beforeAll(async () => {
  db = await migratedDatabase()
}, 120_000)
afterAll(() => db?.close())

const record = randomUUID()
const write = () =>
  db.query(
    "insert into audit (channel, entity, record_id, version, action, patch) values ('api', 'book', $1, 1, 'update', $2)",
    [record, JSON.stringify({ name: ['Ada', 'Eve'] })],
  )
const denied = { code: '42501', message: expect.stringContaining('permission denied') }

test('the application connects as a role that owns no table', async () => {
  expect(db.application).toBe('back_office_app')
  expect(
    (
      await db.query(
        "select current_user as me, rolsuper or rolcreaterole or rolcreatedb as more, pg_has_role('back_office', 'usage') as owner from pg_roles where rolname = current_user",
      )
    ).rows,
  ).toEqual([{ me: 'back_office_app', more: false, owner: false }])
})

test('the application role cannot update, delete or truncate append-only tables, nor disable their guards', async () => {
  await write()
  await securityEvent(db.query, 'sign_out', { name: 'Ada' })
  await sealAll(db)
  for (const table of APPEND_ONLY) {
    for (const statement of [
      `update ${table} set ${table === 'security_events' ? 'times = 5' : 'xid = xid'}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      await expect(db.query(statement), statement).rejects.toMatchObject(denied)
    }
    for (const statement of [`alter table ${table} disable trigger user`, `drop table ${table}`]) {
      await expect(db.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  }
  for (const role of ['back_office', 'postgres']) {
    await expect(db.query(`set role ${role}`), role).rejects.toMatchObject(denied)
  }
  expect(await verifyAudit(db)).toMatchObject({ tampering: null })
})

test('the application role can remove values for privacy, which adds an audit entry', async () => {
  await sealAll(db)
  await db.transaction((tx) => scrubAudit(tx, 'book', [record], ['name']))
  expect((await db.query("select patch from audit where entity = 'book'")).rows[0]).toEqual({
    patch: { name: ['•••', '•••'] },
  })
  expect(
    (await db.query("select 1 from audit where entity = 'audit' and action = 'scrub'")).rowCount,
  ).toBe(1)
  await sealAll(db)
  expect(await verifyAudit(db)).toMatchObject({ waiting: 0, tampering: null })
})

test('removals from unsealed entries are recorded too, and removal records are permanent', async () => {
  const removal = (entity: string, id: string, fields: readonly string[]) =>
    db.query("select audit_remove($1, array[$2::uuid], $3::text[], null, '[]')", [
      entity,
      id,
      fields,
    ])
  const other = randomUUID()
  const entries = async () =>
    (
      await db.query<{ patch: { entries: unknown } }>(
        "select patch from audit where entity = 'audit' order by seq",
      )
    ).rows.map(({ patch }) => patch)
  const before = await entries()
  const {
    rows: [entry],
  } = await db.query<{ seq: number }>(
    "insert into audit (channel, entity, record_id, version, action, patch) values ('api', 'book', $1, 1, 'update', $2) returning seq",
    [other, JSON.stringify({ name: ['Ada', 'Eve'] })],
  )
  await removal('book', other, ['name'])
  const recorded = { entries: [null, [entry!.seq]], fields: [null, ['name']] }
  expect(await entries()).toEqual([...before, recorded])
  // Nothing is left to remove, so there is nothing to record.
  await removal('book', other, ['name'])
  expect(await entries()).toEqual([...before, recorded])
  const {
    rows: [record],
  } = await db.query<{ id: string }>(
    "select record_id as id from audit where entity = 'audit' order by seq desc limit 1",
  )
  await expect(removal('audit', record!.id, ['entries', 'fields'])).rejects.toMatchObject({
    code: '42501',
    message: expect.stringContaining('permanent'),
  })
  await sealAll(db)
  expect(await verifyAudit(db)).toMatchObject({ waiting: 0, tampering: null })
})

test('only old security events are purged', async () => {
  await securityEvent(db.query, 'sign_in', { name: 'New' })
  await securityEvent(db.query, 'sign_in', { name: 'Old' })
  await unguarded(
    db,
    "update security_events set at = now() - interval '401 days' where name = 'Old'",
  )
  await purgeSecurityEvents(db.query)
  expect((await db.query("select name from security_events where kind = 'sign_in'")).rows).toEqual([
    { name: 'New' },
  ])
})

test('only an entry of the same transaction can be backdated', async () => {
  await db.query('select audit_date($1, $2::json)', [
    'book',
    JSON.stringify([{ id: record, at: '2020-01-01T00:00:00Z' }]),
  ])
  expect((await db.query("select 1 from audit where at < '2021-01-01'")).rowCount).toBe(0)
})
