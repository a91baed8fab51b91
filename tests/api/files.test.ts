import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snake } from '#model/columns.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { pngChunk, samplePng } from '../support/samplePng.ts'
import { startApi, type Api } from './harness.ts'

/** A PNG with its author in a text. */
const png = (width = 2, height = 2): Buffer => {
  const sample = samplePng(width, height, [9, 9, 9])
  const afterHeader = 33
  return Buffer.concat([
    sample.subarray(0, afterHeader),
    pngChunk('tEXt', Buffer.from('Author\0Canary')),
    sample.subarray(afterHeader),
  ])
}

/** Values of a field that contain a file, one for each place where a file is allowed. */
const shapes = (field: FieldModel): ((id: string) => Json)[] => {
  if (field.kind === 'image' || field.kind === 'file') return [(id) => id]
  if (field.kind === 'images' || field.kind === 'files') return [(id) => [{ file: id }]]
  return [
    ...(field.fields ?? []).map((f) => [f, {}] as const),
    ...(field.variants ?? []).flatMap((v) => v.fields.map((f) => [f, { kind: v.value }] as const)),
  ].flatMap(([inner, more]) =>
    shapes(inner).map((of) => (id: string): Json => {
      const one = { ...more, [inner.name]: of(id) }
      return field.kind === 'rows' ? [one] : one
    }),
  )
}

describe('files', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await api.person('viewer', [builtInRole('viewer').id])
    await api.person('own staff', [builtInRole('vendor staff').id], api.idOf('vendors'))
    const foreign = await api.create(api.model.resources.find((r) => r.collection === 'vendors')!)
    await api.person('foreign staff', [builtInRole('vendor staff').id], foreign.id)
  }, 120_000)
  afterAll(() => api?.close())

  const upload = (
    content: Buffer | string,
    name: string,
    more: { as?: string; headers?: Record<string, string> } = {},
  ) => {
    const body = new FormData()
    body.set('file', new File([content as BlobPart], name))
    return api.call('POST', '/api/files', { body, ...more })
  }

  test('an uploaded picture is stripped of metadata and served by a signed link without a token', async () => {
    const { status, body, headers } = await upload(png(), '../a<b>.png')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'a<b>.png', type: 'image/png', width: 2, height: 2 })
    expect(headers.get('location')).toBe(`/api/files/${body.data.id}`)
    const shown = await api.call('GET', body.data.url, { as: 'nobody' })
    expect([
      shown.status,
      shown.headers.get('content-type'),
      shown.headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/png', 'nosniff'])
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(shown.headers.get('content-disposition')).toMatch(
      /^inline; filename\*=UTF-8''a%3Cb%3E\.png$/,
    )
    expect(shown.text).not.toContain('Canary')
    expect(
      (await api.call('GET', body.data.url.replace(/sig=..../, 'sig=AAAA'), { as: 'nobody' }))
        .status,
    ).toBe(404)
  })

  test('text files are served only as downloads; active content, broken and oversized pictures are refused', async () => {
    const text = await upload('a;b\n', 'rows.csv')
    expect((await api.call('GET', text.body.data.url)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    )
    for (const [content, name] of [
      ['<svg onload="x"/>', 'a.svg'],
      ['<html></html>', 'a.png'],
      ['\0\x01', 'a.bin'],
    ] as const) {
      expect((await upload(content, name)).status).toBe(415)
    }
    for (const cut of [8, 10, 12, 30, 60, png().length - 12]) {
      const { status, body } = await upload(png().subarray(0, cut), 'a.png')
      expect([status, body.errors[0].code], String(cut)).toEqual([422, 'broken'])
    }
    const huge = png()
    huge.writeUInt32BE(0xff_00_00_00, 33)
    expect((await upload(huge, 'a.png')).status).toBe(422)
    expect((await upload(png(10_000, 10_000), 'a.png')).status).toBe(413)
    expect((await api.call('POST', '/api/files', { body: new FormData() })).status).toBe(422)
    expect((await api.call('POST', '/api/files', { body: {} })).status).toBe(415)
  })

  test('a file name gets the extension of its content, also for files stored under an older name', async () => {
    const offered = async (id: string) =>
      (await api.call('GET', `/api/files/${id}`)).body.data as { name: string; url: string }
    for (const [name, kept] of [
      ...['bat', 'hta', 'vbs', 'ps1', 'html', 'js', 'lnk', 'scr', 'pdf.exe', 'csv.cmd'].map(
        (ending) => [`run.${ending}`, `run.${ending}.txt`],
      ),
      ['run.bat. .', 'run.bat.txt'],
      ['.bat', '.bat.txt'],
      ['README', 'README.txt'],
      ['notes.TXT', 'notes.TXT'],
      [`${'x'.repeat(300)}.bat`, `${'x'.repeat(196)}.txt`],
    ] as const) {
      const { body } = await upload('start calc', name)
      expect(body.data.name).toBe(kept)
      await api.services.db.query('update files set name = $2 where id = $1', [body.data.id, name])
      const { name: again, url } = await offered(body.data.id)
      expect(again).toBe(kept)
      expect((await api.call('GET', url)).headers.get('content-disposition')).toMatch(/\.txt$/i)
    }
    for (const mark of ['\u202e', '\u2067', '\u200f', '\u061c', '\u2028', '\u0085']) {
      const { body } = await upload('start calc', `in${mark}voice${mark}txt.exe`)
      expect(body.data.name).toBe('invoicetxt.exe.txt')
    }
    expect((await upload(png(), 'photo.exe')).body.data.name).toBe('photo.exe.png')
    expect((await upload('a;b\n', 'rows.csv')).body.data.name).toBe('rows.csv')
  })

  test('a repeated upload with the same idempotency key creates one file', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await upload(png(), 'a.png', { headers }),
      await upload(png(), 'a.png', { headers }),
    ]
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id])
    expect((await upload(png(3, 3), 'a.png', { headers })).status).toBe(422)
  })

  test('other people get a link to a file only once a record they may read uses it', async () => {
    const { id } = (await upload(png(), 'a.png')).body.data
    const seenBy = async (as: string) =>
      (await api.call('GET', `/api/files?ids=${id}`, { as })).body.data.length
    expect([
      await seenBy('super-admin'),
      await seenBy('viewer'),
      await seenBy('own staff'),
    ]).toEqual([1, 0, 0])
    expect((await api.call('GET', `/api/files/${id}`, { as: 'viewer' })).status).toBe(404)
    const hotel = (await api.call('GET', `/api/hotels/${api.idOf('hotels')}`)).body.data
    const patched = await api.call('PATCH', `/api/hotels/${hotel.id}`, {
      version: hotel.version,
      body: { images: [{ file: id, alt: 'front' }] },
    })
    expect(patched.status, patched.text).toBe(200)
    expect([
      await seenBy('viewer'),
      await seenBy('own staff'),
      await seenBy('foreign staff'),
    ]).toEqual([1, 1, 0])
    expect((await api.call('GET', `/api/files/${id}`, { as: 'viewer' })).body.data.id).toBe(id)
  })

  test('staff see the storage details of files they may read; staff of a vendor do not', async () => {
    const content = '%PDF-1.7 license'
    const { id } = (await upload(content, 'license.pdf')).body.data
    const storage = (as?: string) =>
      api.call('GET', `/api/files/${id}/storage`, as === undefined ? {} : { as })
    const { status, body } = await storage()
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id,
      hash: createHash('sha256').update(content).digest('hex'),
      store: 'local',
      key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.pdf$/),
      connected: true,
      metadataRemoved: false,
      uploadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      uploadedBy: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: expect.stringMatching(/^\/files\//),
      urlExpiresAt: expect.any(String),
    })
    const left = Date.parse(body.data.urlExpiresAt) - Date.now()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(20 * 60_000)
    expect((await api.call('GET', body.data.url, { as: 'nobody' })).text).toBe(content)

    const vendor = (await api.call('GET', `/api/vendors/${api.idOf('vendors')}`)).body.data
    expect([(await storage('viewer')).status, (await storage('own staff')).status]).toEqual([
      404, 403,
    ])
    const documents = [{ kind: 'tax', file: id }]
    await api.call('PATCH', `/api/vendors/${vendor.id}`, {
      version: vendor.version,
      body: { documents },
    })
    expect([
      (await storage('viewer')).status,
      (await storage('own staff')).status,
      (await storage('foreign staff')).status,
    ]).toEqual([200, 403, 403])
    await api.services.db.query(
      "update files set storage_key = 's3:' || storage_key where id = $1",
      [id],
    )
    expect((await storage()).body.data).toMatchObject({ store: 's3', connected: false })

    const picture = (await upload(png(), 'front.png')).body.data
    expect(
      (await api.call('GET', `/api/files/${picture.id}/storage`)).body.data.metadataRemoved,
    ).toBe(true)
    for (const wrong of [randomUUID(), 'x', 'constructor']) {
      expect((await api.call('GET', `/api/files/${wrong}/storage`)).status).toBe(404)
    }
  })

  test('a file inside a child row is visible to people who may read that row', async () => {
    const { id } = (await upload('%PDF-1.7 pages', 'pages.pdf')).body.data
    const vendor = (await api.call('GET', `/api/vendors/${api.idOf('vendors')}`)).body.data
    const patched = await api.call('PATCH', `/api/vendors/${vendor.id}`, {
      version: vendor.version,
      body: { documents: [{ kind: 'tax', file: id }] },
    })
    expect(patched.status, patched.text).toBe(200)
    const seenBy = async (as: string) =>
      (await api.call('GET', `/api/files?ids=${id}`, { as })).body.data.length
    expect([
      await seenBy('viewer'),
      await seenBy('own staff'),
      await seenBy('foreign staff'),
    ]).toEqual([1, 1, 0])
  })

  test('a file in any file field is visible only to people who may read that field in that row', async () => {
    const role = async (name: string, grants: object) => {
      const { id } = (await api.call('POST', '/api/user-roles', { body: { name, grants } })).body
        .data
      await api.person(name, [id])
    }
    const cases = api.model.resources.flatMap((r) =>
      r.fields.flatMap((f) => shapes(f).map((shape) => [r, f, shape] as const)),
    )
    // Pictures of hotels and services, documents of vendors, attachments of messages and jobs,
    // pictures of banners.
    expect(cases.length).toBeGreaterThanOrEqual(6)
    const allow = ['*.list', '*.read']
    await role('reads all', { allow, deny: [] })
    await role('no such fields', {
      allow,
      deny: cases.map(([r, f]) => `${r.entity}.field.${f.name}.read`),
    })
    await role('no such rows', {
      allow,
      deny: [],
      rows: Object.fromEntries(cases.map(([r]) => [r.entity, { id: randomUUID() }])),
    })
    for (const [n, [resource, field, shape]] of cases.entries()) {
      const { id } = (await upload(`file ${n}`, 'a.txt')).body.data
      await api.services.db.query(
        `update "${resource.table}" set "${snake(field.name)}" = $1 where id = $2`,
        [
          field.kind === 'image' || field.kind === 'file' ? id : JSON.stringify(shape(id)),
          api.idOf(resource.collection),
        ],
      )
      const label = `${resource.entity}.${field.name}`
      for (const [as, seen] of [
        ['reads all', 1],
        ['no such fields', 0],
        ['no such rows', 0],
      ] as const) {
        expect(
          (await api.call('GET', `/api/files?ids=${id}`, { as })).body.data,
          `${label} to “${as}”`,
        ).toHaveLength(seen)
        expect(
          (await api.call('GET', `/api/files/${id}`, { as })).status,
          `${label} to “${as}”`,
        ).toBe(seen ? 200 : 404)
      }
    }
  })

  test('malformed file ids return 400, and requests without a session 401', async () => {
    expect((await api.call('GET', '/api/files?ids=x')).status).toBe(400)
    expect((await api.call('GET', `/api/files?ids=${randomUUID()}`)).body.data).toEqual([])
    expect((await api.call('GET', '/api/files?ids=', { as: 'nobody' })).status).toBe(401)
  })
})
