import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { sheetsIn, workbookParts, zipOf } from '#tests/support/workbook.ts'
import { startApi, type Api } from './harness.ts'

describe('export and import', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await api.services.jobs.start()
    await api.person('viewer', [builtInRole('viewer').id])
  }, 120_000)
  afterAll(() => api?.close())

  const mapping = { fields: { name: 'Name', email: 'Mail', internalNote: 'Note' } }
  const form = (csv: string | Buffer, fields: Record<string, string>): FormData => {
    const body = new FormData()
    body.set(
      'file',
      new File([new Uint8Array(Buffer.from(csv))], 'people.csv', { type: 'text/csv' }),
    )
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return body
  }
  const send = (
    csv: string | Buffer,
    more: Record<string, string> = {},
    options: { as?: string; headers?: Record<string, string> } = {},
  ) =>
    api.call('POST', '/api/customers/import', {
      body: form(csv, { mapping: JSON.stringify(mapping), mode: 'partial', ...more }),
      ...options,
    })
  const finished = (place: string) =>
    vi.waitFor(
      async () => {
        const { data } = (await api.call('GET', place)).body
        expect(['succeeded', 'failed']).toContain(data.state)
        return data
      },
      { timeout: 60_000, interval: 50 },
    )

  test('an import starts a job that writes valid rows and reports others by row, column and reason', async () => {
    const csv = `Name,Mail,Note\nAda,ada@example.com,=1+1\nBad,nope,x\n`
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await send(csv, {}, { headers: key }),
      await send(csv, {}, { headers: key }),
    ]
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text])
    const job = await finished(first.headers.get('location')!)
    expect(job).toMatchObject({
      state: 'succeeded',
      progress: 1,
      result: {
        read: 2,
        created: 1,
        refused: 1,
        committed: true,
        errors: [{ row: 2, path: 'email', code: 'invalid_format', columns: ['Mail'] }],
      },
    })
    const report = await api.call('GET', job.result.report)
    expect([report.status, report.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ])
    expect(report.text).toContain(
      'Name,Mail,Note,Why it was refused\r\nBad,nope,x,Email: Enter an e-mail',
    )
    expect((await api.call('GET', `/api/jobs/${job.id}`, { as: 'viewer' })).status).toBe(404)
    const second = await finished((await send(csv, { upsertBy: 'email' })).headers.get('location')!)
    expect(second.result).toMatchObject({ read: 2, created: 0, updated: 0, unchanged: 1 })
  })

  test('an Excel workbook is imported like CSV, and converted to CSV only for people who may import', async () => {
    const row = (...cells: string[]) =>
      `<row>${cells.map((c) => `<c t="inlineStr"><is><t>${c}</t></is></c>`).join('')}</row>`
    const book = await zipOf(
      workbookParts(row('Name', 'Mail', 'Note') + row('Bo', 'bo@example.com', '=2+2')),
    )
    const job = await finished((await send(book)).headers.get('location')!)
    expect(job.result).toMatchObject({ read: 1, created: 1, refused: 0 })
    const body = form(book, {})
    const table = await api.call('POST', '/api/customers/import/table', { body })
    expect([table.status, table.text]).toEqual([
      200,
      "Name,Mail,Note\r\nBo,bo@example.com,'=2+2\r\n",
    ])
    const asViewer = { body: form(book, {}), as: 'viewer' }
    expect((await api.call('POST', '/api/customers/import/table', asViewer)).status).toBe(403)
    const broken = { body: form(book.subarray(0, 200), {}) }
    const refused = await api.call('POST', '/api/customers/import/table', broken)
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'file'])
  })

  test('a title above the header is left out, and errors name the line of the file', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const book = await zipOf(
      workbookParts(
        `<row r="1">${cell('Customers, exported 3 May 2026')}</row>` +
          `<row r="3">${cell('Name')}${cell('Mail')}${cell('Note')}</row>` +
          `<row r="4">${cell('Cy')}${cell('cy@example.com')}</row>` +
          `<row r="6">${cell('Di')}<c t="e"><v>#REF!</v></c></row>`,
      ),
    )
    const body = form(book, {})
    const table = await api.call('POST', '/api/customers/import/table', { body })
    expect(table.text).toBe(
      '"Customers, exported 3 May 2026"\r\n\r\nName,Mail,Note\r\nCy,cy@example.com,\r\n\r\nDi,#REF!,\r\n',
    )
    for (const file of [book, table.text]) {
      const started = await send(file, { headerRow: '3', mode: 'dry-run' })
      const { result } = await finished(started.headers.get('location')!)
      expect(result).toMatchObject({
        read: 2,
        created: 1,
        refused: 1,
        errors: [{ row: 2, line: 6, message: 'The cell has the error #REF!', columns: ['Mail'] }],
      })
      expect((await api.call('GET', result.report)).text).toContain(
        'Name,Mail,Note,Why it was refused\r\nDi,#REF!,,',
      )
    }
    const wrong = await send('Name,Mail,Note\n', { headerRow: '0' })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'headerRow'])
  })

  test('a dry run of an import writes nothing', async () => {
    const total = async () => (await api.call('GET', '/api/customers?total=exact')).body.page.total
    const before = await total()
    const job = await finished(
      (await send('Name,Mail,Note\nEva,eva@example.com,\n', { mode: 'dry-run' })).headers.get(
        'location',
      )!,
    )
    expect([job.result.created, job.result.committed, await total()]).toEqual([1, false, before])
  })

  test('refuses an invalid import request with the wrong parameter, before a job exists', async () => {
    const paths = async (more: Record<string, string>) =>
      ((await send('Name\nx\n', more)).body.errors as { path: string }[]).map((e) => e.path)
    expect(await paths({ mapping: '{' })).toEqual(['mapping'])
    expect(await paths({ mapping: '{"fields":{"nope":"Name"}}' })).toEqual(['mapping.fields.nope'])
    expect(await paths({ mode: 'all' })).toEqual(['mode'])
    expect(await paths({ upsertBy: 'nope' })).toEqual(['upsertBy'])
    expect((await api.call('POST', '/api/customers/import', { body: {} })).status).toBe(415)
    expect((await send('Name\nx\n', {}, { as: 'viewer' })).status).toBe(403)
  })

  test('an export neutralises formulas and contains only what the caller may read', async () => {
    const mine = await api.call('GET', '/api/customers/export.csv?filter[name]=Ada')
    expect(mine.text).toContain("'=1+1")
    expect((await api.call('GET', '/api/customers/export.csv', { as: 'viewer' })).status).toBe(403)
    const reader = { allow: ['customer.*'], deny: ['customer.field.internalNote.*'] }
    const role = await api.call('POST', '/api/user-roles', {
      body: { name: `exporter`, grants: reader },
    })
    expect(role.status, role.text).toBe(201)
    await api.person('exporter', [role.body.data.id])
    const theirs = await api.call('GET', '/api/customers/export.csv?filter[name]=Ada', {
      as: 'exporter',
    })
    expect([
      theirs.status,
      theirs.text.includes('=1+1'),
      theirs.text.includes('internalNote'),
    ]).toEqual([200, false, false])
    expect(
      (await api.call('GET', '/api/customers/export.csv?fields=internalNote', { as: 'exporter' }))
        .status,
    ).toBe(400)
  })
  test('an export for people is CSV or Excel, with only what the caller may read', async () => {
    const people = '?filter[name]=Ada&for=people&language=pt'
    const mine = await api.call('GET', `/api/customers/export.csv${people}`)
    expect(mine.text).toContain('Ada')
    expect(mine.text.split(',')[0]).toBe('Nome')
    const book = async (query: string, as: string) => {
      const response = await api.app.request(
        `/api/customers/export.xlsx?filter[name]=Ada${query}`,
        {
          headers: { authorization: `Bearer ${api.tokens.get(as)}` },
        },
      )
      expect(response.status).toBe(200)
      return sheetsIn(Buffer.from(await response.arrayBuffer()))
    }
    const [customers, addresses] = await book('&children=sheets&language=ar', 'super-admin')
    expect([customers!.name, addresses!.name, addresses!.rows.length]).toEqual([
      'العملاء',
      'العناوين',
      1,
    ])
    expect(customers!.rows[1]).toEqual(expect.arrayContaining(['Ada', 'ada@example.com', '=1+1']))
    expect((await book('&headers=names', 'exporter'))[0]!.rows[0]).not.toContain('internalNote')
    expect((await api.call('GET', '/api/customers/export.xlsx', { as: 'viewer' })).status).toBe(403)
  })
})
