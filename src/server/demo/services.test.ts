import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { Order } from '#schemas/order.ts'
import type { Proposal } from '#schemas/proposal.ts'
import { resources } from '#schemas/index.ts'
import { migratedDatabase, silentLog } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { createFiles } from '../files/files.ts'
import { fileLinks } from '../files/links.ts'
import { localFileStore } from '../files/store.ts'
import { ensureBuiltInRoles } from '../firstStart.ts'
import { createWriter } from '../store/write/writer.ts'
import { runScheduled } from '../store/write/schedule.ts'
import { fromRow, selected, type StoredRow } from '../store/write/rows.ts'
import { rules } from '../rules/index.ts'
import { totalsOf } from '../rules/order/money.ts'
import { amountOf } from '../rules/proposal/rules.ts'
import { createVault } from '../secrets/vault.ts'
import { seedDemo } from './seed.ts'

const model = compileModel(resources)

describe('the service marketplace in the demo data', () => {
  let db: Database
  const folder = mkdtempSync(join(tmpdir(), 'market-'))
  const count = async (from: string): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)).rows[0]!.n
  const all = async <T>(collection: string): Promise<T[]> => {
    const resource = model.resources.find((r) => r.collection === collection)!
    return (
      await db.query<StoredRow>(`SELECT ${selected(resource, 't')} FROM "${resource.table}" t`)
    ).rows.map((row) => fromRow(row) as unknown as T)
  }
  const vault = createVault('a secret of the tests, long enough to be one')
  const parts = () => ({ vault, db, model, resources, rules })
  beforeAll(async () => {
    db = await migratedDatabase()
    const files = createFiles({
      db,
      model,
      store: localFileStore(folder),
      links: fileLinks('a secret of the tests, long enough to be one'),
    })
    const services = {
      db,
      model,
      writer: createWriter(parts()),
      files,
      log: silentLog,
      config: { exposed: [] },
      accounts: { createAccount: async () => undefined as never },
    }
    await ensureBuiltInRoles(services as never)
    await seedDemo(services)
  }, 240_000)
  afterAll(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has a realistic size and every state', async () => {
    expect(await count('service_categories')).toBe(8)
    expect(await count('services')).toBeGreaterThan(300)
    expect(await count('service_jobs')).toBeGreaterThan(550)
    expect(await count('proposals')).toBeGreaterThan(900)
    for (const collection of ['services', 'service-jobs', 'proposals']) {
      const resource = model.resources.find((r) => r.collection === collection)!
      const states = (
        await db.query<{ state: string }>(`SELECT DISTINCT state FROM "${resource.table}"`)
      ).rows
        .map((r) => r.state)
        .sort()
      expect(states, collection).toEqual(resource.states.map((s) => s.value).sort())
    }
  })
  test('is consistent with the rules of the marketplace', async () => {
    expect(
      await count(
        'services s JOIN service_sub_categories c ON c.id = s.sub_category WHERE c.category <> s.category',
      ),
    ).toBe(0)
    expect(
      await count(
        'service_jobs j JOIN services s ON s.id = j.service WHERE s.category <> j.category',
      ),
    ).toBe(0)
    expect(
      await count(
        'services s WHERE bookmarks <> (SELECT count(*) FROM service_bookmarks b WHERE b.service = s.id)',
      ),
    ).toBe(0)
    expect(
      await count(
        "services s JOIN vendors v ON v.id = s.vendor WHERE s.state = 'active' AND v.state <> 'approved'",
      ),
    ).toBe(0)
    expect(
      await count(
        "(SELECT 1 FROM proposals WHERE state IN ('draft', 'submitted', 'shortlisted', 'accepted') GROUP BY job, vendor HAVING count(*) > 1) d",
      ),
    ).toBe(0)
    expect(
      await count(
        "proposals p JOIN service_jobs j ON j.id = p.job WHERE p.state IN ('draft', 'submitted', 'shortlisted') AND j.state <> 'open'",
      ),
    ).toBe(0)
    expect(
      await count(
        'proposals p JOIN service_jobs j ON j.id = p.job WHERE p.created_at <= j.created_at OR p.created_at > now() OR p.created_at > j.preferred_from',
      ),
    ).toBe(0)
    for (const p of await all<Proposal>('proposals')) expect(p.amount).toEqual(amountOf(p.lines))
  })
  test('has no scheduled actions that are due', async () => {
    expect(
      await runScheduled(
        { ...parts(), rules: { serviceJob: rules.serviceJob, proposal: rules.proposal } },
        createWriter(parts()),
      ),
    ).toBe(0)
  })
  test('has an order for every awarded job, made from its accepted proposal', async () => {
    const awarded = "state IN ('awarded', 'in_progress', 'completed', 'closed', 'disputed')"
    expect(
      await count(
        `service_jobs WHERE ${awarded} AND (awarded_proposal IS NULL OR "order" IS NULL)`,
      ),
    ).toBe(0)
    expect(
      await count(
        "service_jobs WHERE state IN ('draft', 'open', 'expired') AND (awarded_proposal IS NOT NULL OR \"order\" IS NOT NULL)",
      ),
    ).toBe(0)
    expect(
      await count(
        'service_jobs j JOIN proposals p ON p.id = j.awarded_proposal JOIN orders o ON o.id = j."order" WHERE p.state <> \'accepted\' OR p.job <> j.id OR o.job <> j.id OR o.proposal <> p.id OR o.vendor <> p.vendor OR o.customer <> j.customer',
      ),
    ).toBe(0)
    expect(
      await count(
        "proposals p WHERE state = 'accepted' AND NOT EXISTS (SELECT 1 FROM service_jobs j WHERE j.awarded_proposal = p.id)",
      ),
    ).toBe(0)
    const proposals = new Map<string, Proposal>(
      (await all<Proposal>('proposals')).map((p) => [p.id, p]),
    )
    const orders = (await all<Order>('orders')).filter((o) => o.job !== null)
    expect(orders.length).toBeGreaterThan(250)
    for (const o of orders) {
      expect(o).toMatchObject({
        ...totalsOf(o.lines, o.currency),
        total: proposals.get(o.proposal!)!.amount,
      })
      expect(o.lines.map((l) => [l.title, l.quantity, l.unit])).toEqual(
        proposals.get(o.proposal!)!.lines.map((l) => [l.label, l.quantity, l.unit]),
      )
    }
    expect(
      await count(
        "service_jobs j JOIN orders o ON o.id = j.\"order\" WHERE (j.state IN ('completed', 'closed')) <> (o.state = 'completed') OR (j.state = 'cancelled') <> (o.state = 'cancelled')",
      ),
    ).toBe(0)
  })
  test('records the history of each job as transitions that its states allow', async () => {
    const jobs = model.resources.find((r) => r.collection === 'service-jobs')!
    const { rows } = await db.query<{
      patch: { state: [string, string] }
      at: string
      record_id: string
      version: number
      reason: string | null
    }>(
      "SELECT * FROM audit WHERE entity = 'serviceJob' AND action = 'transition' ORDER BY record_id, version",
    )
    expect(rows.length).toBeGreaterThan(800)
    for (const [i, { patch, reason, at, record_id }] of rows.entries()) {
      const [from, to] = patch.state
      const allowed = jobs.transitions.find((t) => t.from === from && t.name === to)
      expect(allowed, `${from} → ${to}`).toBeDefined()
      expect(Boolean(reason)).toBe(allowed!.reason)
      expect(Date.parse(at)).toBeLessThan(Date.now())
      if (rows[i - 1]?.record_id === record_id) {
        expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(rows[i - 1]!.at))
      }
    }
  })
  test('sets the order sequence to the last order number', async () => {
    const n = await count('orders')
    expect(
      (await db.query<{ value: number }>("SELECT value FROM sequences WHERE name = 'order'")).rows,
    ).toEqual([{ value: n }])
    expect(await count(`orders WHERE number > 'ORD-${String(n).padStart(6, '0')}'`)).toBe(0)
  })
})
