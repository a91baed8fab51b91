import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicConfig, readConfig } from '../config.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'firebase-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const put = (name: string, value: unknown): string => {
  const file = path.join(dir, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}
const sound = {
  apiKey: 'web-key',
  projectId: 'demo-shop',
  authDomain: 'demo-shop.firebaseapp.com',
  storageBucket: 'demo-shop.appspot.com',
  messagingSenderId: '123',
  appId: '1:123:web:1',
  vapidKey: 'BK',
  measurementId: 'G-1',
}
const key = {
  project_id: 'demo-shop',
  client_email: 'svc@demo-shop.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n',
}
const read = (section: unknown, env: Record<string, string> = {}) =>
  readConfig({ FIREBASE_CONFIG: put('firebase.json', section), ...env })
const problem = (section: unknown, env: Record<string, string> = {}): string => {
  const config = read(section, env)
  expect(config.firebaseConfig).toBeUndefined()
  expect(publicConfig(config)).not.toHaveProperty('firebase')
  return config.firebaseProblem ?? ''
}

test('the settings shown by the console are accepted as they are, and enable no service until one is named', () => {
  expect(read(sound).firebaseConfig).toMatchObject({
    apiKey: 'web-key',
    services: [],
    identity: { providers: ['google', 'facebook', 'github', 'twitter', 'password'] },
    documents: { resources: [], live: [] },
    emulators: {},
  })
})

test('a broken configuration keeps everything embedded and reports why in one line', () => {
  for (const [section, word] of [
    ['{ not json', 'cannot be read as JSON'],
    [{ ...sound, apiKey: 'a:b' }, 'apiKey: must not contain a colon'],
    [{ ...sound, apiKey: '' }, 'apiKey'],
    [{ ...sound, projectId: 'No Project' }, 'projectId'],
    [{ ...sound, authDomain: 'x.com; script-src *' }, 'authDomain'],
    [{ ...sound, services: ['mail'] }, 'services.0'],
    [
      { ...sound, authDomain: undefined, services: ['identity'] },
      'authDomain is missing for identity',
    ],
    [
      { ...sound, storageBucket: undefined, services: ['files'] },
      'storageBucket is missing for files',
    ],
    [{ ...sound, vapidKey: undefined, services: ['push'] }, 'vapidKey is missing for push'],
    [{ ...sound, services: ['push'] }, 'serviceAccount is missing'],
    [{ ...sound, services: ['files'] }, 'serviceAccount is missing for files'],
    [{ ...sound, identity: { cookiePath: '//elsewhere.example' } }, 'identity.cookiePath'],
    [{ ...sound, serviceAccount: 'absent.json' }, 'absent.json'],
  ] as const) {
    const said = problem(section)
    expect(said).toContain(word)
    expect(said).toContain('FIREBASE_CONFIG')
    expect(said.split('\n')).toHaveLength(1)
  }
  expect(readConfig({ FIREBASE_CONFIG: path.join(dir, 'nowhere.json') }).firebaseProblem).toContain(
    'nowhere.json',
  )
})

test('emulators and stand-ins are refused where others can reach the server', () => {
  const emulated = {
    ...sound,
    services: ['identity'],
    emulators: { auth: 'http://127.0.0.1:9099/' },
  }
  expect(read(emulated).firebaseConfig?.emulators).toEqual({ auth: 'http://127.0.0.1:9099' })
  for (const exposed of [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://backoffice.shop.example' },
    { TRUST_PROXY: '1' },
  ] as Record<string, string>[]) {
    expect(problem(emulated, exposed)).toContain('refused where others can reach the server')
  }
  expect(
    problem(
      { ...sound, endpoints: { keys: 'http://127.0.0.1:1/keys' } },
      { NODE_ENV: 'production' },
    ),
  ).toContain('keys')
  expect(
    read({ ...sound, services: ['identity'] }, { NODE_ENV: 'production' }).firebaseConfig?.services,
  ).toEqual(['identity'])
})

test('the service account key is read next to the configuration, matches its project and never reaches the page', () => {
  put('key.json', key)
  const config = read({ ...sound, services: ['push'], serviceAccount: 'key.json' })
  expect(config.firebaseConfig?.serviceAccount).toMatchObject({
    clientEmail: key.client_email,
    tokenUri: 'https://oauth2.googleapis.com/token',
  })
  expect(JSON.stringify(publicConfig(config))).not.toContain('PRIVATE')
  expect(publicConfig(config).firebase).not.toHaveProperty('serviceAccount')
  put('other.json', { ...key, project_id: 'demo-other' })
  expect(problem({ ...sound, serviceAccount: 'other.json' })).toContain('demo-other')
})
