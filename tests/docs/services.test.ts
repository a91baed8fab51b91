/** What the pages say about files, Firebase, imports, operations and languages is what the code does. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { childPlaces } from '#model/exportForms.ts'
import { openApiDocument } from '#model/openapi.ts'
import { languages } from '#ui/i18n.ts'
import { resources } from '#schemas/index.ts'
import { exposedBy } from '#server/exposed.ts'
import { readS3Url } from '#server/files/s3Address.ts'
import { firebaseServices, identityProviders, readFirebase } from '#server/firebase/config.ts'
import { Problem } from '#server/base/problem.ts'
import { systemRoutes } from '#server/http/system.ts'
import { listen } from '#server/listen.ts'
import { countBookings } from '#tests/support/bookingsCount.ts'
import { codeBlocks, codeSpans, membersOf, pageText, sourceOf } from '#tests/support/docPages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'pages-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe('firebase.md', () => {
  const page = pageText('firebase.md')
  const [example] = codeBlocks(page, 'json')

  test('its section is accepted, and names every service and provider', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const account = { project_id: 'my-shop', client_email: 'a@b.example', private_key: privateKey }
    writeFileSync(path.join(scratch, 'service-account.json'), JSON.stringify(account))
    const file = path.join(scratch, 'firebase.json')
    writeFileSync(file, example!.replaceAll('…', '1'))
    expect(readFirebase(file, { exposed: true })).toMatchObject({
      config: { services: firebaseServices, identity: { providers: identityProviders } },
    })
    expect(page).toContain('Google, Facebook, GitHub and Twitter')
    const { emulators, endpoints, ...shown } = JSON.parse(example!) as Record<string, unknown>
    writeFileSync(
      file,
      example!
        .replaceAll('…', '1')
        .replace('{', '{ "emulators": { "auth": "http://127.0.0.1:1" },'),
    )
    expect([emulators, endpoints]).toEqual([undefined, undefined])
    expect(Object.keys(shown)).toContain('serviceAccount')
    expect(readFirebase(file, { exposed: true })).toHaveProperty('problem')
    expect(readFirebase(file, { exposed: false })).toHaveProperty('config')
  })

  test('the collections that it says qualify are those of the generated list', () => {
    const verdicts = sourceOf('src/server/firebase/generated/documents.md')
    const qualify = [...verdicts.matchAll(/\(`([\w-]+)`\): yes/g)].map(([, name]) => name)
    expect(qualify).toEqual(['macros'])
    expect(page).toContain('of the shipped ones `macros` qualifies')
    expect(page).toContain('"resources": ["macros"], "live": ["macros"]')
  })

  test('the generated files that it deploys exist', () => {
    const files = readdirSync(path.join(root, 'src/server/firebase/generated'))
    const named = codeSpans(page).filter((code) => /^firestore\.[\w.]+$/.test(code))
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter((file) => !files.includes(file))).toEqual([])
  })

  test('failed messages are sent again after the times that it states', () => {
    const [, times] = /retryMs: \[([^\]]+)\]/.exec(sourceOf('src/server/notifications/deliver.ts'))!
    const [first, ...rest] = times!.split(', ').map((one) => Number(one.replaceAll('_', '')))
    const minutes = rest.map((ms) => ms / 60_000).join(' and ')
    expect(page).toContain(`(after ${first! / 1000} s, ${minutes} minutes)`)
  })
})

describe('files.md', () => {
  const page = pageText('files.md')

  test('the pictures that it lists are those that are accepted', () => {
    const [, list] = /A picture \(([A-Za-z, ]+);/.exec(page)!
    const accepted = [
      ...sourceOf('src/server/files/sniff.ts').matchAll(
        /'image\/(\w+)', extension: '\w+', picture: true/g,
      ),
    ]
    expect(list!.toLowerCase().split(', ')).toEqual(accepted.map(([, type]) => type))
  })

  test('both forms of `S3_URL` are read', () => {
    const forms = codeSpans(page).filter((code) => /^(https|s3):\/\/</.test(code))
    expect(forms.length).toBe(2)
    const filled = forms.map((form) =>
      form.replace('<access key>', 'key').replace(/<(\w+)>/g, '$1'),
    )
    for (const form of filled) {
      expect(readS3Url(form)).toMatchObject({
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        region: 'region',
      })
    }
    expect(readS3Url(filled[0]!).prefix).toBe('folder/')
  })
})

describe('import-export.md', () => {
  const page = pageText('import-export.md')

  test('exports take the parameters that it names', () => {
    const { paths } = openApiDocument(compileModel(resources), resources)
    const { get } = paths['/api/bookings/export.csv'] as {
      get: { parameters: { name?: string; $ref?: string; schema?: { enum?: string[] } }[] }
    }
    const parameters = new Map(get.parameters.map((one) => [one.name, one.schema?.enum ?? []]))
    for (const name of ['for', 'language', 'tz', 'headers', 'ids', 'children', 'fields']) {
      expect(page).toMatch(new RegExp(`\`${name}[\`=]|[?&]${name}=`))
      expect([...parameters.keys()]).toContain(name)
    }
    const choices = [...page.matchAll(/`(headers|ids)=(\w+)`/g)]
    expect(choices.filter(([, name, value]) => !parameters.get(name)!.includes(value!))).toEqual([])
    const places = [...page.matchAll(/`children=(\w+)`/g)].map(([, place]) => place)
    expect(['cell', ...places]).toEqual(childPlaces.xlsx)
  })

  test('its numbers of the real bookings are those of the file', () => {
    const { read, written, refused } = countBookings()
    expect(page).toContain(`reads ${read.toLocaleString('en')} real bookings`)
    expect(page).toContain(`writes the ${written.toLocaleString('en')} valid ones`)
    expect(page).toContain(`The other ${refused},`)
  })

  test('reasons and mappings have the members that it names', () => {
    const [, named] = /reasons with (`row`[^.]+)\./.exec(page)!
    const members = codeSpans(named!).filter((code) => /^\w+$/.test(code))
    expect(members).toEqual(['row', 'line', 'path', 'code', 'message', 'columns'])
    expect(membersOf('src/server/exchange/report.ts', 'ImportError')).toEqual(
      expect.arrayContaining(members),
    )
    const mapping = ['groupBy', 'create', 'zone', 'dates', 'reason']
    expect(mapping.filter((one) => !page.includes(`\`${one}\``))).toEqual([])
    const source = sourceOf('src/model/importMapping.ts')
    expect(mapping.filter((one) => !new RegExp(`\\b${one}\\??: `).test(source))).toEqual([])
  })

  test('CSV may have the encodings that it lists', () => {
    const [, list] = /A file may be CSV \(([^;]+);/.exec(page)!
    const [, type] = /type TextEncoding = (.+)/.exec(sourceOf('src/model/textEncoding.ts'))!
    const known = new Set(
      [...type!.matchAll(/'([\w-]+)'/g)].map(([, one]) => one!.replace(/[lb]e$/, '')),
    )
    expect(list!.toLowerCase().split(/, | or /)).toEqual([...known])
  })
})

describe('operations.md', () => {
  const page = pageText('operations.md')

  /** Statuses of `/health`, and responses of `/ready`, in every state of the server. */
  const responses = async () => {
    const health = new Set<string>()
    const ready = new Map<string, Response>()
    for (const state of ['ready', 'recovering', 'ended'] as const) {
      for (const full of [false, true]) {
        const app = systemRoutes({
          db: { state: () => state, query: async () => ({ rows: [], rowCount: 0 }) },
          room: { full, look: async () => full, release: () => false, close: () => {} },
        })
        app.onError((error) => {
          if (!(error instanceof Problem)) throw error
          return new Response(null, { status: error.status, headers: error.extra.headers ?? {} })
        })
        const response = await app.request('/health')
        expect(response.status).toBe(200)
        health.add(((await response.json()) as { status: string }).status)
        if (state === 'ended') continue
        ready.set(state === 'ready' && full ? 'full' : state, await app.request('/ready'))
      }
    }
    const { server, address } = await listen({ host: '127.0.0.1', port: 0 })
    const starting = await fetch(`${address}/api/health`)
    health.add(((await starting.json()) as { status: string }).status)
    expect(starting.status).toBe(200)
    ready.set('starting', await fetch(`${address}/api/ready`))
    await new Promise((done) => server.close(done))
    return { health, ready }
  }

  test('health and readiness are what the server responds', async () => {
    const [, list] = /its `status` is ([^.]+)\./.exec(page)!
    const { health, ready } = await responses()
    expect([...health].sort()).toEqual(codeSpans(list!).sort())
    const [, refused, allowed] =
      /`GET \/api\/ready` responds with 503 and `Retry-After` while the server is ([^,]+), and with 200 when it is ([^.]+)\./.exec(
        page,
      )!
    for (const state of codeSpans(refused!)) {
      const response = ready.get(state)
      expect(response!.status).toBe(503)
      expect(response!.headers.get('Retry-After')).not.toBeNull()
    }
    for (const state of codeSpans(allowed!)) expect(ready.get(state)!.status).toBe(200)
  })

  test('the server counts as exposed for the reasons that it lists', () => {
    const own = { host: '127.0.0.1', publicUrl: undefined, trustProxy: 0, production: false }
    const [, reasons] = /counts as exposed when ([^(]+)\(/.exec(page)!
    const cases = {
      HOST: { ...own, host: '0.0.0.0' },
      PUBLIC_URL: { ...own, publicUrl: 'https://shop.example.com' },
      TRUST_PROXY: { ...own, trustProxy: 1 },
      NODE_ENV: { ...own, production: true },
    }
    expect(codeSpans(reasons!).filter((code) => /^[A-Z]/.test(code))).toEqual(Object.keys(cases))
    expect(exposedBy(own)).toEqual([])
    for (const surroundings of Object.values(cases)) expect(exposedBy(surroundings).length).toBe(1)
  })

  test('the tables that it names are in the database', () => {
    const named = codeSpans(page).filter(
      (code) =>
        /^[a-z]+_[a-z]+$/.test(code) && !/^(disk_full|auth_query|synchronous_commit)$/.test(code),
    )
    expect(named.length).toBeGreaterThan(1)
    const sql = sourceOf('src/server/migrations/sql/index.ts')
    expect(named.filter((name) => !sql.includes(`"${name}"`))).toEqual([])
  })
})

test('languages.md lists the languages, and the fonts that are installed', () => {
  const page = pageText('languages.md')
  const names = new Intl.DisplayNames('en', { type: 'language' })
  expect(page).toContain(
    `${languages
      .map((one) => names.of(one))
      .join(', ')
      .replace(/, (\w+)$/, ' and $1')} (right to left)`,
  )
  const { dependencies } = JSON.parse(sourceOf('package.json')) as { dependencies: object }
  const fonts = Object.keys(dependencies).filter((name) => name.startsWith('@fontsource/'))
  expect(fonts).toEqual(['@fontsource/ibm-plex-sans-arabic', '@fontsource/noto-sans'])
  expect(page).toContain('(IBM Plex Sans Arabic; Noto Sans for Greek')
})

describe('scale.md', () => {
  const page = pageText('scale.md')
  const numbers = (text: string, unit: string): number[] =>
    [...text.matchAll(new RegExp(`((?:[\\d,.]+(?: / | to ))*[\\d,.]+) ?${unit}`, 'g'))].flatMap(
      ([, list]) => list!.split(/ \/ | to /).map((one) => Number(one.replaceAll(',', ''))),
    )

  test('says "missed" exactly where a measured value is beyond its budget', () => {
    const tables = page
      .split('\n')
      .flatMap((line, i) => (line.endsWith('| Measured | Budget |') ? [i] : []))
    expect(tables.length).toBeGreaterThan(1)
    const lines = page.split('\n')
    const wrong = tables.flatMap((from) => {
      const to = lines.findIndex((line, i) => i > from && !line.startsWith('|'))
      return lines.slice(from + 2, to).filter((row) => {
        const [, , measured = '', budget = ''] = row.split('|').map((cell) => cell.trim())
        const [, sign, limit, unit] = /^([≤≥]) ([\d.]+) (\S+?)(?=$|,| )/.exec(budget) ?? []
        if (!sign || budget.includes('more')) return false
        const outside = numbers(measured.replace(/\([^)]*\)/g, ''), unit!).some((n) =>
          sign === '≤' ? n > Number(limit) : n < Number(limit),
        )
        return outside !== budget.includes('missed')
      })
    })
    expect(wrong).toEqual([])
  })

  test('counts the connections that a process opens', () => {
    const [, most] = /options\.maxConnections \?\? (\d+)/.exec(
      sourceOf('src/server/database/pool.ts'),
    )!
    expect(page).toContain(`each server process opens at most ${most}, one more for notifications`)
    expect(page).toContain(`Twenty processes need ${20 * (Number(most) + 1)} of the primary`)
  })

  test('states the memory that embedded PostgreSQL shares', () => {
    const [, size] = /shared_buffers: '(\d+)MB'/.exec(
      sourceOf('src/server/database/embedded/settings.ts'),
    )!
    expect(page).toContain(`the embedded one keeps ${size} MB`)
  })
})
