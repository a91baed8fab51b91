import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { sheetsIn } from '#tests/support/workbook.ts'
import { startApi, type Api } from './harness.ts'

const DAY = 24 * 3_600_000

describe('export jobs', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await api.services.jobs.start()
    await api.person('viewer', [builtInRole('viewer').id])
    for (const [name, allow] of Object.entries({
      reader: ['facility.list', 'facility.read', 'facility.export', 'facility.field.*'],
      other: ['facility.*'],
    })) {
      const role = await api.call('POST', '/api/user-roles', {
        body: { name, grants: { allow, deny: ['facility.field.position.*'] } },
      })
      await api.person(name, [role.body.data.id])
    }
  }, 120_000)
  afterAll(() => api?.close())

  const start = (body: object, as = 'reader') =>
    api.call('POST', '/api/facilities/exports', { body, as })
  const finished = (place: string, as = 'reader') =>
    vi.waitFor(
      async () => {
        const { data } = (await api.call('GET', place, { as })).body
        expect(['succeeded', 'failed']).toContain(data.state)
        return data
      },
      { timeout: 60_000, interval: 50 },
    )
  const ready = async (body: object) => {
    const started = await start(body)
    expect(started.status, started.text).toBe(202)
    return finished(started.headers.get('location')!)
  }
  const total = async () => (await api.call('GET', '/api/facilities?total=exact')).body.page.total

  test('an export job writes a file of the list that only its requester can download', async () => {
    const job = await ready({ format: 'xlsx', query: 'sort=-name&language=pt&headers=names' })
    expect(job).toMatchObject({
      kind: 'export',
      state: 'succeeded',
      progress: 1,
      result: { collection: 'facilities', format: 'xlsx', rows: await total() },
    })
    expect(Object.keys(job.result).sort()).toEqual([
      'collection',
      'expiresAt',
      'file',
      'format',
      'rows',
      'size',
    ])
    const response = await api.app.request(job.result.file, {
      headers: { authorization: `Bearer ${api.tokens.get('reader')}` },
    })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="facilities.xlsx"',
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(job.result.size)
    const [sheet] = await sheetsIn(bytes)
    expect(sheet!.rows).toHaveLength((await total()) + 1)
    expect(sheet!.rows[0]).toContain('name')
    expect(sheet!.rows[0]).not.toContain('position')
    for (const as of ['other', 'super-admin']) {
      expect((await api.call('GET', job.result.file, { as })).status).toBe(404)
    }
  })

  test('an export is refused like the list, before a job exists', async () => {
    expect((await start({ format: 'csv' }, 'viewer')).status).toBe(403)
    const paths = async (body: object) =>
      ((await start(body)).body.errors as { path: string }[]).map((e) => e.path)
    expect(await paths({ format: 'pdf' })).toEqual(['format'])
    expect(await paths({ format: 'csv', more: 1 })).toEqual(['more'])
    expect(await paths({ format: 'csv', query: 'filter[position]=x' })).toEqual([
      'filter[position]',
    ])
    expect(await paths({ format: 'xlsx', query: 'for=people' })).toEqual(['for'])
    expect(await paths({ format: 'csv', query: 'for=people&children=sheets' })).toEqual([
      'children',
    ])
  })

  test('an export expires after a day, and its file is deleted', async () => {
    const job = await ready({ format: 'csv' })
    expect((await api.call('GET', job.result.file, { as: 'reader' })).text).toContain('id,name')
    const { rows } = await api.services.db.query<{ result: { file: string } }>(
      `UPDATE jobs SET result = jsonb_set(result, '{expiresAt}', to_jsonb($2::text)) WHERE id = $1 RETURNING result`,
      [job.id, new Date(Date.now() - DAY).toISOString()],
    )
    const expired = await api.call('GET', job.result.file, { as: 'reader' })
    expect([expired.status, expired.body.code]).toEqual([404, 'expired'])
    expect((await finished(`/api/jobs/${job.id}`)).result.file).toBeNull()
    const key = rows[0]!.result.file
    expect(await api.services.imports.errorsCsv(key)).toBeDefined()
    await api.services.exported.purge()
    expect(await api.services.imports.errorsCsv(key)).toBeUndefined()
    expect((await api.call('GET', job.result.file, { as: 'reader' })).status).toBe(404)
  })

  test('an export cannot be downloaded once its requester may read less than when it was written', async () => {
    const job = await ready({ format: 'csv' })
    const { data } = (await api.call('GET', '/api/user-roles?filter[name]=reader')).body
    const change = (version: number, deny: string[]) =>
      api.call('PATCH', `/api/user-roles/${data[0].id}`, {
        version,
        body: { grants: { ...data[0].grants, deny } },
      })
    expect((await change(data[0].version, ['facility.field.name.*'])).status).toBe(200)
    const refused = await api.call('GET', job.result.file, { as: 'reader' })
    expect([refused.status, refused.text.includes('changed since this export')]).toEqual([
      403,
      true,
    ])
    const without = await change(data[0].version + 1, ['facility.export'])
    expect(without.status).toBe(200)
    expect((await api.call('GET', job.result.file, { as: 'reader' })).status).toBe(403)
  })

  test('a person has at most five export jobs at a time', async () => {
    await api.services.jobs.stop()
    try {
      const responses = []
      for (let n = 0; n < 6; n++) {
        const key = { 'Idempotency-Key': `export ${n}` }
        const asked = { body: { format: 'csv' }, as: 'other', headers: key }
        responses.push((await api.call('POST', '/api/facilities/exports', asked)).status)
      }
      expect(responses).toEqual([202, 202, 202, 202, 202, 429])
      // Others have their own.
      const mine = { body: { format: 'csv' } }
      expect((await api.call('POST', '/api/facilities/exports', mine)).status).toBe(202)
    } finally {
      await api.services.jobs.start()
    }
  })
})
