import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { pageText, sourceOf, tableOf } from '#tests/support/docPages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const page = pageText('configuration.md')
const rows = tableOf(page, 'Variable')
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, n]) => n!)

/** Settings that the server reads from the environment, wherever it does. */
const settings = (): string[] => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  for (const file of readdirSync(path.join(root, 'src/server'), {
    recursive: true,
    encoding: 'utf8',
  })) {
    if (!/(?<!\.test)\.ts$/.test(file)) continue
    for (const [, name] of sourceOf(`src/server/${file}`).matchAll(/process\.env\.([A-Z_]+)/g)) {
      read.add(name!)
    }
  }
  return [...read].sort()
}

test('the table and the section of payments list exactly the settings that the server reads', () => {
  const listed = [
    ...rows.flatMap(([names]) => namesIn(names!)),
    ...page.matchAll(/`(STRIPE_\w+)`/g),
  ]
  const named = listed.map((one) => (typeof one === 'string' ? one : one[1]!))
  // Node's own variable, and the search path of programs.
  expect(settings().filter((name) => name !== 'NODE_ENV' && name !== 'PATH')).toEqual(named.sort())
})

/** The default as a configuration has it; `on` is true. */
const defaults: Readonly<Record<string, (config: Config) => unknown>> = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  DATA_DIR: ({ dataDir }) => dataDir,
  DISK_RESERVE_MB: ({ diskReserveBytes }) => diskReserveBytes / 1_000_000,
  TRUST_PROXY: ({ trustProxy }) => trustProxy,
}

test('the defaults in the table are those of the server', () => {
  const stated = Object.fromEntries(
    rows.flatMap(([names, , value]) => {
      const values = [...value!.matchAll(/`([^`]+)`/g)].map(([, one]) => one)
      return namesIn(names!).map((name, i) => [name, values[i]])
    }),
  )
  const config = readConfig({})
  for (const [name, read] of Object.entries(defaults)) {
    expect({ [name]: stated[name] }).toEqual({ [name]: String(read(config)) })
  }
})

/** Rows whose default is words: the word and what it means. */
const words: readonly (readonly [string, RegExp, (config: Config) => boolean])[] = [
  ['REGISTRATION', /^on$/, ({ registration }) => registration],
  ['RATE_LIMITS', /^on$/, ({ rateLimits }) => rateLimits],
  ['DEMO', /^on; off where others/, ({ demo }) => demo],
  ['API_BASE', /the page's origin/, ({ apiBase }) => apiBase === ''],
  ['METRICS_TOKEN', /^none$/, ({ metricsToken }) => metricsToken === undefined],
  ['MAIL_INBOX', /`support@` the host/, ({ mailInbox }) => mailInbox === 'support@localhost'],
  ['PAYMENTS', /on your own machine only/, ({ testPayments }) => testPayments],
]
test.each(words)('the default of %s is what the table says', (name, said, holds) => {
  expect(rows.find(([names]) => namesIn(names!).includes(name))![2]).toMatch(said)
  expect(holds(readConfig({}))).toBe(true)
})

test('demo data and test payments are off where others can reach the server', () => {
  expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ demo: false, testPayments: false })
})

describe('a limit in the table is the one that is checked', () => {
  const refuses = (env: Record<string, string>): boolean => {
    try {
      readConfig(env)
      return false
    } catch (error) {
      if (error instanceof ConfigError) return true
      throw error
    }
  }
  const [, least] = /`SECRET` \| at least (\d+) characters/.exec(page)!
  test.each(['SECRET', 'MAIL_SECRET', 'METRICS_TOKEN'])('characters of %s', (name) => {
    expect(rows.find(([names]) => namesIn(names!)[0] === name)![1]).toContain(`${least} characters`)
    expect(refuses({ [name]: 'x'.repeat(Number(least)) })).toBe(false)
    expect(refuses({ [name]: 'x'.repeat(Number(least) - 1) })).toBe(true)
  })
  test('characters of MAIL_INBOX before the @', () => {
    const [, most] = /at most (\d+) characters before the @/.exec(page)!
    expect(refuses({ MAIL_INBOX: `${'x'.repeat(Number(most))}@example.com` })).toBe(false)
    expect(refuses({ MAIL_INBOX: `${'x'.repeat(Number(most) + 1)}@example.com` })).toBe(true)
  })
  test('places of files', () => {
    const said = rows.find(([names]) => names === '`FILES`')![1]!
    const places = [...said.matchAll(/`(\w+)`/g)].map(([, place]) => place!)
    const all = { S3_URL: 'https://key:secret@s3.example.com/bucket?region=eu-west-1' }
    expect(places.map((place) => readConfig({ ...all, FILES: place }).files)).toEqual(places)
  })
})
