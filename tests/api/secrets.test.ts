/**
 * Fields marked `secret` are never in clear text: not in the database, not in a backup, and no
 * reader gets more than a mask.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backup } from '#server/database/backup.ts'
import { restore } from '#server/database/restore.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { sealStored, unopened } from '#server/secrets/sealStored.ts'
import { createVault } from '#server/secrets/vault.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { startApi, type Api } from './harness.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const OTHER = 'another secret of the tests, as long as that one'
const CANARY = 'CANARY93847561'

describe('secret fields', () => {
  let api: Api
  let vendor: string
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'secrets-'))
  beforeAll(async () => {
    api = await startApi()
    vendor = api.idOf('vendors')
    await api.person('viewer', [builtInRole('viewer').id])
    await api.person('second', [builtInRole('super-admin').id])
    await api.services.jobs.start()
  }, 240_000)
  afterAll(async () => {
    fs.rmSync(scratch, { recursive: true, force: true })
    await api?.close()
  })

  const read = async (id = vendor) => (await api.call('GET', `/api/vendors/${id}`)).body.data
  /** Changes the account, with the approval of a second person. */
  const write = async (payoutAccount: string, headers = {}) => {
    const { version } = await read()
    const body = { payoutAccount }
    const asked = await api.call('PATCH', `/api/vendors/${vendor}`, { body, version, headers })
    if (asked.status !== 202) return asked
    const request = `/api/approvals/${asked.body.data.id}`
    const shown = await api.call('GET', request, { as: 'second' })
    expect(found(shown.text)).toEqual([])
    const { hash } = shown.body.data
    const approved = await api.call('POST', `${request}/approve`, { as: 'second', body: { hash } })
    expect(approved.body.data.state, approved.text).toBe('applied')
    return api.call('GET', `/api/vendors/${vendor}`)
  }
  const stored = async (id = vendor): Promise<string> =>
    (
      await api.services.db.query<{ value: string }>(
        'select payout_account as value from vendors where id = $1',
        [id],
      )
    ).rows[0]!.value
  const place = () => ({ table: 'vendors', column: 'payout_account', id: vendor })
  /** Every row of every table as text; bytes as hexadecimal digits. */
  const dump = async (): Promise<string> => {
    const { query } = api.services.db
    const { rows } = await query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    const texts = await Promise.all(
      rows.map(({ name }) => query<{ row: string }>(`select t::text as row from "${name}" t`)),
    )
    return texts.flatMap((t) => t.rows.map((r) => r.row)).join('\n')
  }
  const found = (text: string): string[] =>
    [CANARY, Buffer.from(CANARY).toString('hex'), Buffer.from(CANARY).toString('base64')].filter(
      (form) => text.toLowerCase().includes(form.toLowerCase()),
    )

  test('no column of any table contains a secret in clear', async () => {
    const response = await write(`${CANARY}-1`, { 'idempotency-key': 'secret-once' })
    expect(response.status, response.text).toBe(200)
    expect(response.body.data.payoutAccount).toEqual({ masked: '•••• 61-1' })
    const form = new FormData()
    form.set('file', new File([`name,account\nImported,${CANARY}-2\n`], 'a.csv'))
    const fields = { legalName: 'name', displayName: 'name', payoutAccount: 'account' }
    form.set('mapping', JSON.stringify({ fields }))
    form.set('mode', 'atomic')
    const started = await api.call('POST', '/api/vendors/import', { body: form })
    expect(started.status, started.text).toBe(202)
    const imported = await vi.waitFor(
      async () => {
        const [row] = (await api.call('GET', '/api/vendors?filter[legalName]=Imported')).body.data
        expect(row).toMatchObject({ payoutAccount: { masked: '•••• 61-2' } })
        return row.id as string
      },
      { timeout: 20_000, interval: 100 },
    )
    const vault = createVault(SECRET)
    expect(vault.open({ ...place(), id: imported }, await stored(imported))).toBe(`${CANARY}-2`)
    const all = await dump()
    expect(all).toContain('sealed:1:')
    expect(found(all)).toEqual([])
    const file = path.join(scratch, 'clear.gz')
    await backup(api.services.db, file)
    expect(found(gunzipSync(fs.readFileSync(file)).toString())).toEqual([])
  })

  test('writing the same value changes nothing; no value appears in the history', async () => {
    await write(`${CANARY}-3`)
    const { version } = await read()
    expect((await write(`${CANARY}-3`)).body.data.version).toBe(version)
    expect((await write(`${CANARY} -3`)).body.data.version).toBe(version + 1)
    const history = await api.call('GET', `/api/vendors/${vendor}/history`)
    expect(found(history.text)).toEqual([])
    expect(history.text).not.toContain('sealed:')
  })

  test('a secret is found only by its full value, and cannot be searched, sorted or grouped by', async () => {
    await write(`${CANARY}-4`)
    const list = (query: string, as = 'super-admin') =>
      api.call('GET', `/api/vendors?${query}`, { as })
    const ids = async (value: string) =>
      (await list(`filter[payoutAccount]=${encodeURIComponent(value)}`)).body.data.map(
        (row: { id: string }) => row.id,
      )
    expect(await ids(`${CANARY}-4`)).toEqual([vendor])
    expect(await ids(` ${CANARY.toLowerCase()} -4`)).toEqual([vendor])
    expect(await ids(CANARY)).toEqual([])
    expect(await ids(await stored())).toEqual([])
    expect((await list(`search=${CANARY}`)).body.data).toEqual([])
    for (const query of [
      'filter[payoutAccount][contains]=CANARY',
      'filter[payoutAccount][in]=CANARY',
      'filter[payoutAccount][gte]=A',
      'filter[payoutAccount][isNull]=true',
      'sort=payoutAccount',
    ]) {
      expect((await list(query)).status, query).toBe(400)
    }
    for (const query of ['group=payoutAccount', 'measure=min:payoutAccount']) {
      expect((await api.call('GET', `/api/vendors/aggregate?${query}`)).status, query).toBe(400)
    }
    // People who may not read the field may not filter by it either.
    expect((await list(`filter[payoutAccount]=${CANARY}-4`, 'viewer')).status).toBe(400)
    const exported = await api.call('GET', '/api/vendors/export.csv')
    expect(found(exported.text)).toEqual([])
    expect(exported.text).not.toContain('sealed:')
  })

  test('refuses an encrypted value as input', async () => {
    const response = await write(await stored())
    expect([response.status, response.body.errors[0].path]).toEqual([422, 'payoutAccount'])
  })

  test('a secret is revealed on one record with permission and a reason, and the security log records it', async () => {
    await write(`${CANARY}-5`)
    const reveal = (as: string, body: object = { field: 'payoutAccount', reason: 'why' }) =>
      api.call('POST', `/api/vendors/${vendor}/reveal`, { as, body })
    const response = await reveal('second')
    expect([response.status, response.body], response.text).toEqual([
      200,
      { data: { payoutAccount: `${CANARY}-5` } },
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await reveal('viewer')).status).toBe(403)
    for (const body of [
      { field: 'payoutAccount' },
      { field: 'payoutAccount', reason: ' ' },
      { field: 'taxId', reason: 'why' },
      { field: 'payoutAccount', reason: 'why', more: 1 },
    ]) {
      expect((await reveal('second', body)).status, JSON.stringify(body)).toBe(422)
    }
    const log = await api.call('GET', '/api/security-events?kind=revealed')
    expect(log.body.data, log.text).toHaveLength(1)
    expect(log.body.data[0].detail).toEqual({
      collection: 'vendors',
      record: vendor,
      field: 'payoutAccount',
      reason: 'why',
    })
    expect(found(log.text)).toEqual([])
    const timeline = await api.call('GET', `/api/vendors/${vendor}/timeline?kind=view`)
    expect(timeline.body.data).toMatchObject([{ kind: 'view', field: 'payoutAccount' }])
  })

  test('values stored in clear or under an earlier key are encrypted at startup', async () => {
    const { db, model } = api.services
    await db.query('update vendors set payout_account = $2 where id = $1', [vendor, CANARY])
    // Nobody sees any of it before that.
    expect((await read()).payoutAccount).toEqual({ masked: '••••' })
    const { version } = await read()
    const vault = createVault(SECRET)
    await sealStored(db.query, model, vault)
    const first = await stored()
    expect(vault.open(place(), first)).toBe(CANARY)
    expect((await read()).version).toBe(version)
    await sealStored(db.query, model, vault)
    expect(await stored()).toBe(first)
    const rotated = createVault(OTHER, [SECRET])
    await sealStored(db.query, model, rotated)
    expect(createVault(OTHER).open(place(), await stored())).toBe(CANARY)
    expect(await unopened(db.query, model, vault)).toMatch(
      /^Encrypted with another SECRET: Payout account of 2 vendors\. Set SECRET/,
    )
    await sealStored(db.query, model, vault)
    expect(createVault(OTHER).open(place(), await stored())).toBe(CANARY)
    await sealStored(db.query, model, createVault(SECRET, [OTHER]))
    expect(await unopened(db.query, model, vault)).toBeUndefined()
  })

  test('refuses to restore a backup whose secrets cannot be decrypted', async () => {
    const { db, model } = api.services
    const file = path.join(scratch, 'sealed.gz')
    await backup(db, file)
    const target = await migratedDatabase()
    try {
      const into = (vault: ReturnType<typeof createVault>) =>
        restore(target, file, {
          replace: true,
          accept: (query) => unopened(query, model, vault),
        })
      const refused = into(createVault(OTHER))
      await expect(refused).rejects.toThrow(/Encrypted with another SECRET: Payout account of/)
      await expect(refused).rejects.toThrow(/The database was left as it was/)
      const count = async () =>
        (await target.query<{ n: number }>('select count(*)::int as n from vendors')).rows[0]!.n
      expect(await count()).toBe(0)
      await into(createVault(OTHER, [SECRET]))
      expect(await count()).toBeGreaterThan(0)
    } finally {
      await target.close()
    }
  })
})
