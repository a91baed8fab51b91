import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, ensureSecret, publicConfig, readConfig } from './config.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('the configuration', () => {
  test('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      publicUrl: 'http://127.0.0.1:3000',
      apiBase: '',
      registration: true,
      demo: true,
      rateLimits: true,
      trustProxy: 0,
      exposed: [],
      testPayments: true,
      databaseUrl: undefined,
    })
  })

  test('reports all problems together, each by its variable name', () => {
    const found = problems({
      PORT: 'many',
      DATABASE_URL: 'mysql://x',
      SECRET: 'short',
      REGISTRATION: 'perhaps',
      ADMIN_EMAIL: 'nobody',
      STRIPE_SECRET_KEY: 'sk',
    })
    expect(found.map((p) => p.split(' ')[0]).sort()).toEqual([
      'ADMIN_EMAIL',
      'DATABASE_URL',
      'PORT',
      'REGISTRATION',
      'SECRET',
      'STRIPE_WEBHOOK_SECRET',
    ])
  })

  test('a blank variable counts as not set', () => {
    expect(readConfig({ PORT: ' ', DEMO: '', SECRET: '' })).toMatchObject({
      port: 3000,
      demo: true,
      secret: undefined,
    })
  })

  test('rate limits cannot be turned off where others can reach the server', () => {
    expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
    for (const [name, value] of [
      ['NODE_ENV', 'production'],
      ['HOST', '::'],
      ['TRUST_PROXY', '1'],
    ] as const) {
      expect(problems({ RATE_LIMITS: 'off', [name]: value })).toHaveLength(1)
    }
  })

  test('the public address defaults to the listening address, and a trailing slash is removed', () => {
    expect(readConfig({ HOST: '::1', PORT: '8080' }).publicUrl).toBe('http://[::1]:8080')
    expect(readConfig({ HOST: '0.0.0.0' }).publicUrl).toBe('http://localhost:3000')
    expect(readConfig({ PUBLIC_URL: 'https://admin.example.com/' }).publicUrl).toBe(
      'https://admin.example.com',
    )
  })

  test('the public configuration contains no secrets', () => {
    const secrets = {
      SECRET: 's'.repeat(40),
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'p'.repeat(12),
      DATABASE_URL: 'postgres://u:pw@h/d',
      SMTP_URL: 'smtp://u:pw@h',
      STRIPE_SECRET_KEY: 'sk_1',
      STRIPE_WEBHOOK_SECRET: 'wh_1',
    }
    expect(publicConfig(readConfig(secrets))).toEqual({
      apiBase: '',
      registration: true,
      mail: true,
      demo: true,
    })
    expect(publicConfig(readConfig({})).mail).toBe(false)
  })
})

test('the map tile URL must contain zoom and position, and no subdomain placeholder', () => {
  const of = (url: string) => publicConfig(readConfig({ MAP_TILES_URL: url })).mapTiles
  const url = 'https://tiles.example.com/{z}/{x}/{y}.png?key=1'
  expect(of(url)).toEqual({ url, attribution: '' })
  const others = ['tiles/{z}/{x}/{y}.png', 'javascript:{z}{x}{y}', 'https://tiles.example.com/{z}']
  for (const other of [...others, 'https://{s}.example.com/{z}/{x}/{y}.png']) {
    expect(() => of(other), other).toThrow('MAP_TILES_URL')
  }
})

describe('the secret', () => {
  test('is the configured one, without writing a file', async () => {
    expect(await ensureSecret({ secret: 'x'.repeat(32), dataDir: join(dir, 'none') })).toBe(
      'x'.repeat(32),
    )
    expect(() => statSync(join(dir, 'none'))).toThrow()
  })

  test('is created once, readable by its owner only, and shared by processes that start together', async () => {
    const dataDir = join(dir, 'data')
    const all = await Promise.all(
      Array.from({ length: 8 }, () => ensureSecret({ secret: undefined, dataDir })),
    )
    expect(new Set(all).size).toBe(1)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(all[0])
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
  })

  test('is refused and left unchanged when it is too short', async () => {
    writeFileSync(join(dir, 'secret'), 'short')
    await expect(ensureSecret({ secret: undefined, dataDir: dir })).rejects.toThrow(
      'at least 32 characters',
    )
    expect(readFileSync(join(dir, 'secret'), 'utf8')).toBe('short')
  })
})
