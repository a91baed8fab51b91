import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealAll, unguarded } from '#tests/support/audit.ts'
import { aloneDatabase } from '#tests/support/database.ts'
import { toyResources } from '#tests/toy.ts'
import { compileModel } from '#model/compile.ts'
import type { Database } from '../database/pool.ts'
import { createTables } from '../migrations/createTables.ts'
import { REDACTED } from '../store/write/auditEntry.ts'
import { scrubAudit } from '../store/write/scrub.ts'
import { sealer } from './seal.ts'
import { describeVerdict, verifyAudit } from './verify.ts'

describe('the audit hash chain', () => {
  let db: Database
  const record = randomUUID()
  beforeAll(async () => {
    db = await aloneDatabase()
    await createTables(db, compileModel(toyResources))
  }, 60_000)
  beforeEach(() => unguarded(db, 'truncate audit, audit_seals, settings'))
  afterAll(() => db?.close())

  const write = (
    patch: object | null = { name: [null, 'Ada'], amount: [1.5, 2.5] },
    reason?: string,
  ) =>
    db.query(
      "insert into audit (actor_name, channel, entity, record_id, version, action, reason, patch) values ('Ada', 'api', 'book', $1, 1, 'update', $2, $3)",
      [record, reason ?? null, patch && JSON.stringify(patch)],
    )
  const writeMany = async (count: number) => {
    for (let n = 1; n <= count; n++) await write({ name: [null, `Ada ${n}`] })
  }
  const seqAt = async (place: number): Promise<number> =>
    (await db.query<{ seq: number }>('select seq from audit_seals where place = $1', [place]))
      .rows[0]!.seq
  const tamper = (...statements: readonly string[]) => unguarded(db, ...statements)

  test('entries wait until they are sealed, are sealed once, and then verify', async () => {
    expect(await verifyAudit(db)).toEqual({ verified: 0, waiting: 0, head: '', tampering: null })
    await writeMany(3)
    await write(null, 'Because')
    expect(await verifyAudit(db)).toMatchObject({ verified: 0, waiting: 4, tampering: null })
    const seal = sealer(db)
    expect(await sealAll(db, seal)).toBe(4)
    expect(await sealAll(db, seal)).toBe(0)
    await write()
    const verdict = await verifyAudit(db)
    expect(verdict).toMatchObject({ verified: 4, waiting: 1, tampering: null })
    expect(describeVerdict(verdict)).toBe(
      `4 entries of the audit verified; 1 waits to be sealed. The chain ends with ${verdict.head}.`,
    )
    expect(await sealAll(db, seal)).toBe(1)
    expect(await verifyAudit(db)).toMatchObject({ verified: 5, waiting: 0, tampering: null })
  })

  test('seals more entries than fit in one batch', async () => {
    await db.query(
      "insert into audit (channel, entity, record_id, version, action, patch) select 'api', 'book', gen_random_uuid(), 1, 'create', jsonb_build_object('n', jsonb_build_array(null, n)) from generate_series(1, 1234) n",
    )
    expect(await sealAll(db)).toBe(1234)
    expect(await verifyAudit(db)).toMatchObject({ verified: 1234, waiting: 0, tampering: null })
  })

  test('a sealing run ends with the first batch that is not full, even while writing continues', async () => {
    let batches = 0
    const writing: Database = {
      ...db,
      transaction: async (fn, options) => {
        batches++
        const sealed = await db.transaction(fn, options)
        if (batches < 5) await write()
        return sealed
      },
    }
    const seal = sealer(writing)
    await write()
    expect(await seal()).toBe(1)
    batches = 0
    expect(await seal()).toBe(2)
    expect(batches).toBe(1)
  })

  test('entries are not sealed while an older transaction is open in any database of the cluster', async () => {
    const other = await aloneDatabase()
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const long = await new Promise<{ done: Promise<void> }>((begun, failed) => {
      const done = other.transaction(async (tx) => {
        await tx.query('select pg_current_xact_id()')
        begun({ done })
        await ended
      })
      done.catch(failed)
    })
    try {
      await write()
      expect(await sealer(db)()).toBe(0)
      expect(await verifyAudit(db)).toMatchObject({ verified: 0, waiting: 1, tampering: null })
      const sealed = sealAll(db)
      end()
      expect(await sealed).toBe(1)
      expect(await verifyAudit(db)).toMatchObject({ verified: 1, waiting: 0, tampering: null })
    } finally {
      end()
      await long.done
      await other.close()
    }
  })

  test('not even the table owner can change or remove entries or seals', async () => {
    const asOwner = (text: string) => db.asOwner(({ query }) => query(text))
    await write()
    await sealAll(db)
    for (const table of ['audit', 'audit_seals']) {
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table}`,
        `update ${table} set seq = default`,
      ]) {
        await expect(
          asOwner(table === 'audit' ? statement : statement.replace('default', 'seq + 1')),
          statement,
        ).rejects.toThrow(/append-only|can only be updated to DEFAULT/)
      }
    }
    for (const change of [
      "at = now() - interval '1 day'",
      "actor_name = 'Bob'",
      `patch = '{"name": [null, "Bob"], "amount": [1.5, 2.5]}'`,
      `patch = '{"name": ["•••", "•••"]}'`,
      `patch = '{"name": [null, "Ada"], "amount": [1.5, 2.5], "more": ["•••", "•••"]}'`,
      'patch = null',
      "reason = 'Because'",
      "reason = '•••'",
    ]) {
      await expect(asOwner(`update audit set ${change}`), change).rejects.toMatchObject({
        code: '42501',
      })
    }
    await expect(asOwner("update audit_seals set hash = 'x'")).rejects.toMatchObject({
      code: '42501',
    })
    expect(await verifyAudit(db)).toMatchObject({ verified: 1, tampering: null })
  })

  test('a transaction can set the date of entries it has just written', async () => {
    await db.transaction(async (tx) => {
      await tx.query(
        "insert into audit (channel, entity, record_id, version, action) values ('system', 'book', $1, 1, 'create')",
        [record],
      )
      await tx.query("select audit_date('book', $1::json)", [
        JSON.stringify([{ id: record, at: '2020-01-01T00:00:00Z' }]),
      ])
    })
    expect((await db.query('select at from audit')).rows).toEqual([
      { at: '2020-01-01T00:00:00.000Z' },
    ])
  })

  describe('detects when a database superuser', () => {
    beforeEach(async () => {
      await writeMany(6)
      await sealAll(db)
    })
    const found = async () => (await verifyAudit(db)).tampering
    const at = expect.stringMatching(/^\d{4}-/)

    test.each([
      ['a value', `patch = '{"name": [null, "Bob"]}'`],
      ['a mark of removal without a record of it', `patch = '{"name": ["•••", "•••"]}'`],
      ['the actor', "actor_name = 'Bob'"],
      ['the time', "at = at - interval '1 microsecond'"],
      ['a field more', `patch = patch || '{"b": [1, 2]}'`],
      ['a reason', "reason = 'Because'"],
      ['no patch', 'patch = null'],
    ])('changes %s', async (_, change) => {
      const seq = await seqAt(3)
      await tamper(`update audit set ${change} where seq = ${seq}`)
      const verdict = await verifyAudit(db)
      expect(verdict).toMatchObject({
        verified: 2,
        tampering: { kind: 'changed', seq: String(seq), at },
      })
      expect(describeVerdict(verdict)).toMatch(
        new RegExp(`entry ${seq} \\(.+\\) was changed after it was sealed`),
      )
    })

    test('removes an entry, with or without its seal, or the newest ones', async () => {
      const [third, last] = [await seqAt(3), await seqAt(6)]
      await tamper(`delete from audit where seq = ${third}`)
      expect(await found()).toMatchObject({ kind: 'missing', seq: String(third) })
      await tamper('delete from audit_seals where place = 3')
      expect(await found()).toMatchObject({ kind: 'missing' })
      await tamper(
        `delete from audit_seals where place = 6`,
        `delete from audit where seq = ${last}`,
      )
      expect(await found()).toMatchObject({ kind: 'missing' })
    })

    test('removes the newest entry with its seal', async () => {
      await tamper(
        `delete from audit where seq = ${await seqAt(6)}`,
        'delete from audit_seals where place = 6',
      )
      expect(await verifyAudit(db)).toMatchObject({
        verified: 5,
        tampering: { kind: 'missing' },
      })
    })

    test('inserts an entry', async () => {
      const [third] = [await seqAt(3)]
      await tamper(
        `insert into audit (seq, xid, channel, entity, record_id, version, action) overriding system value select 100000, xid, channel, entity, record_id, version, action from audit where seq = ${third - 1}`,
      )
      expect(await found()).toMatchObject({ kind: 'inserted', seq: '100000' })
      // The job never seals it either.
      await write()
      expect(await sealAll(db)).toBe(1)
      expect(await found()).toMatchObject({ kind: 'inserted', seq: '100000' })
    })

    test('swaps two entries', async () => {
      const [a, b] = [await seqAt(2), await seqAt(4)]
      await tamper(
        `update audit x set patch = y.patch from audit y where (x.seq, y.seq) in ((${a}, ${b}), (${b}, ${a}))`,
      )
      expect(await found()).toMatchObject({ kind: 'changed', seq: String(a) })
    })

    test('swaps the seals of two entries', async () => {
      const [a, b] = [await seqAt(2), await seqAt(4)]
      await tamper(
        'update audit_seals set seq = -seq where place in (2, 4)',
        `update audit_seals set seq = ${b} where place = 2`,
        `update audit_seals set seq = ${a} where place = 4`,
      )
      expect(await found()).toMatchObject({ kind: 'changed', seq: String(b) })
    })
  })

  describe('values removed for privacy', () => {
    const scrub = (fields: readonly string[], since?: number) =>
      db.transaction((tx) => scrubAudit(tx, 'book', [record], fields, since))

    test('leave the chain valid and are recorded; other changes are still detected', async () => {
      await write({ name: [null, 'Ada'], amount: [1, 2] }, 'Ada asked')
      await write({ amount: [2, 3] })
      await sealAll(db)
      await write({ name: ['Ada', 'Eve'] })
      await scrub(['name'])
      const { rows } = await db.query<{ seq: number; patch: object; reason: string | null }>(
        "select seq, patch, reason from audit where entity = 'book' order by seq",
      )
      expect(rows.map(({ patch, reason }) => [patch, reason])).toEqual([
        [{ name: [REDACTED, REDACTED], amount: [1, 2] }, REDACTED],
        [{ amount: [2, 3] }, null],
        [{ name: [REDACTED, REDACTED] }, null],
      ])
      expect(
        (await db.query("select action, patch from audit where entity = 'audit'")).rows,
      ).toEqual([
        {
          action: 'scrub',
          patch: { entries: [null, [rows[0]!.seq, rows[2]!.seq]], fields: [null, ['name']] },
        },
      ])
      expect(await sealAll(db)).toBe(2)
      expect(await verifyAudit(db)).toMatchObject({ verified: 4, waiting: 0, tampering: null })
      await scrub(['amount'])
      await sealAll(db)
      expect(await verifyAudit(db)).toMatchObject({ verified: 5, waiting: 0, tampering: null })
      await tamper(
        `update audit set patch = jsonb_set(patch, '{name}', '["Ada", "•••"]') where seq = ${rows[0]!.seq}`,
      )
      expect(await verifyAudit(db)).toMatchObject({
        tampering: { kind: 'changed', seq: String(rows[0]!.seq) },
      })
    })

    test('are reported as tampering if the record of the removal is deleted', async () => {
      await write({ name: [null, 'Ada'] })
      await sealAll(db)
      await scrub(['name'])
      await tamper("delete from audit where action = 'scrub'")
      expect(await verifyAudit(db)).toMatchObject({ verified: 0, tampering: { kind: 'changed' } })
    })

    test('cannot be replaced with other values undetected', async () => {
      await write({ name: [null, 'Ada'], amount: [1, 2] })
      await sealAll(db)
      await scrub(['name', 'amount'])
      await tamper(
        `update audit set patch = '{"name": [null, "Eve"], "amount": ["•••", "•••"]}' where entity = 'book'`,
      )
      expect(await verifyAudit(db)).toMatchObject({ tampering: { kind: 'changed' } })
    })

    test('leave no salt from which they could be guessed', async () => {
      await write({ name: [null, 'Ada'], amount: [1, 2] })
      await sealAll(db)
      await scrub(['name'])
      const { rows } = await db.query<{
        salt: null
        leaves: Record<string, [string, string | null]>
      }>('select salt, leaves from audit_seals where place = 1')
      expect(rows[0]!.salt).toBeNull()
      expect(rows[0]!.leaves['patch.name']![1]).toBeNull()
      expect(rows[0]!.leaves['patch.amount']![1]).toMatch(/^[0-9a-f]{64}$/)
    })
  })

  test('stays valid with eight concurrent writers, rollbacks, privacy removals and two sealers', async () => {
    let writing = true
    const writer = async (n: number) => {
      for (let i = 0; i < 25; i++) {
        await db
          .transaction(async (tx) => {
            await tx.query(
              "insert into audit (channel, entity, record_id, version, action, patch) values ('api', 'book', $1, $2, 'update', $3)",
              [record, i, JSON.stringify({ name: [n, i] })],
            )
            await tx.query('select pg_sleep($1)', [Math.random() / 200])
            if (i % 10 === 9) throw new Error('rolled back')
          })
          .catch((error: Error) => expect(error.message).toBe('rolled back'))
      }
    }
    const sealing = async () => {
      const seal = sealer(db)
      while (writing) await seal()
    }
    const removing = async () => {
      for (let i = 0; i < 5; i++) {
        await db.transaction((tx) => scrubAudit(tx, 'book', [record], ['name']))
      }
    }
    const seals = [sealing(), sealing()]
    await Promise.all([...Array.from({ length: 8 }, (_, n) => writer(n)), removing()])
    writing = false
    await Promise.all(seals)
    await sealAll(db)
    const verdict = await verifyAudit(db)
    expect(verdict).toMatchObject({ waiting: 0, tampering: null })
    expect(verdict.verified).toBe(
      (await db.query<{ n: number }>('select count(*)::int as n from audit')).rows[0]!.n,
    )
    expect(verdict.verified).toBeGreaterThanOrEqual(8 * 23)
  }, 60_000)

  test('seals entries restored from another cluster, and those written after them', async () => {
    await write()
    await db.query(
      "insert into audit (xid, channel, entity, record_id, version, action) values ('900000000000', 'api', 'book', $1, 1, 'create')",
      [record],
    )
    const seal = sealer(db)
    expect(await sealAll(db, seal)).toBe(2)
    await write()
    await write()
    expect(await sealAll(db, seal)).toBe(2)
    expect(await sealAll(db, seal)).toBe(0)
    expect(await verifyAudit(db)).toMatchObject({ verified: 4, waiting: 0, tampering: null })
  })
})
