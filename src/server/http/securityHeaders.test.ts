import { expect, test } from 'vitest'
import { firebaseSources } from '../firebase/sources.ts'
import type { FirebaseConfig } from '../firebase/config.ts'
import { readConfig } from '../config.ts'
import { securityHeaders, securityOf } from './securityHeaders.ts'

const policy = (headers: Readonly<Record<string, string>>) =>
  new Map(
    (headers['Content-Security-Policy'] ?? '')
      .split('; ')
      .map((d) => [d.split(' ')[0], d.split(' ').slice(1)] as const),
  )

test('a page may load only from its own origin and from tags that carry its nonce', () => {
  const csp = policy(securityHeaders({ hsts: false }, { page: true, nonce: 'abc' }))
  const sources = new Set([...csp.values()].flat())
  expect([...sources].sort()).toEqual(["'nonce-abc'", "'none'", "'self'"])
  expect(csp.get('script-src')).toEqual(["'self'", "'nonce-abc'"])
  expect(csp.get('frame-ancestors')).toEqual(["'none'"])
})

test('a separate API origin is added to img-src and connect-src only', () => {
  const csp = policy(
    securityHeaders(
      { hsts: false, apiOrigin: 'https://api.example.com' },
      { page: true, nonce: 'n' },
    ),
  )
  expect([...csp].filter(([, v]) => v.includes('https://api.example.com')).map(([k]) => k)).toEqual(
    ['img-src', 'connect-src'],
  )
})

test('a configured map tile server is added to img-src only', () => {
  const env = { MAP_TILES_URL: 'https://tiles.example.com:8443/{z}/{x}/{y}.png' }
  const sent = (given: Record<string, string>) =>
    policy(securityHeaders(securityOf(readConfig(given)), { page: true, nonce: 'n' }))
  expect(sent(env).get('img-src')).toEqual(["'self'", 'https://tiles.example.com:8443'])
  expect(sent({}).get('img-src')).toEqual(["'self'"])
  const elsewhere = [...sent(env)].filter(([name]) => name !== 'img-src')
  expect(JSON.stringify(elsewhere)).not.toContain('tiles.example.com')
})

test('a file is sandboxed; a data response may load nothing', () => {
  expect(policy(securityHeaders({ hsts: false }, { file: true })).has('sandbox')).toBe(true)
  expect(policy(securityHeaders({ hsts: false }, 'other')).get('default-src')).toEqual(["'none'"])
})

test('HSTS is sent only when clients reach the server over https', () => {
  const sent = (env: Record<string, string>) => securityOf(readConfig(env)).hsts
  expect(sent({ PUBLIC_URL: 'https://desk.example.com', TRUST_PROXY: '1' })).toBe(true)
  expect(sent({ PUBLIC_URL: 'https://localhost:3000', TRUST_PROXY: '1' })).toBe(true)
  expect(sent({ PUBLIC_URL: 'https://localhost:3000' })).toBe(false)
  expect(sent({ HOST: '0.0.0.0' })).toBe(false)
  expect(sent({})).toBe(false)
  expect(securityHeaders({ hsts: true }, 'other')['Strict-Transport-Security']).toContain(
    'max-age=31536000',
  )
  expect(securityHeaders({ hsts: false }, 'other')).not.toHaveProperty('Strict-Transport-Security')
})

test('built scripts and styles get nosniff and a same-origin policy, and no document headers', () => {
  expect(securityHeaders({ hsts: false }, 'code')).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
})

test('every response that can be a document forbids MIME sniffing, framing and cross-origin openers', () => {
  for (const kind of ['other', { file: true }, { page: true, nonce: 'n' }] as const) {
    expect(securityHeaders({ hsts: false }, kind)).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
  }
})

const project = { authDomain: 'demo-shop.firebaseapp.com', emulators: {} }
const withServices = (...services: FirebaseConfig['services']) => {
  const headers = securityHeaders(
    { hsts: true, extra: firebaseSources({ ...project, services }) },
    { page: true, nonce: 'n' },
  )
  const own = new Set(["'self'", "'none'", "'nonce-n'"])
  return {
    headers,
    added: Object.fromEntries(
      [...policy(headers)].flatMap(([name, sources]) => {
        const more = sources.filter((s) => !own.has(s))
        return more.length ? [[name, more]] : []
      }),
    ),
  }
}

test('each Firebase service adds exactly its own hosts to the page’s policy', () => {
  const signIn = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
  expect(withServices('identity').added).toEqual({
    'script-src': ['https://apis.google.com'],
    'frame-src': ['https://demo-shop.firebaseapp.com'],
    'connect-src': signIn,
  })
  expect(withServices('files').added).toEqual({
    'connect-src': [...signIn, 'https://firebasestorage.googleapis.com'],
    'img-src': ['https://firebasestorage.googleapis.com'],
  })
  expect(withServices('push').added).toEqual({
    'connect-src': [
      'https://fcmregistrations.googleapis.com',
      'https://firebaseinstallations.googleapis.com',
    ],
  })
  expect(withServices('documents').added).toEqual({
    'connect-src': [...signIn, 'https://firestore.googleapis.com'],
  })
  expect(withServices().added).toEqual({})
  expect(Object.keys(withServices('identity', 'files', 'push', 'documents').added).sort()).toEqual([
    'connect-src',
    'frame-src',
    'img-src',
    'script-src',
  ])
})

test('an emulator replaces the host it emulates in the policy', () => {
  const sources = firebaseSources({
    services: ['identity', 'files', 'documents'],
    authDomain: 'x.firebaseapp.com',
    emulators: {
      auth: 'http://127.0.0.1:9099',
      storage: 'http://127.0.0.1:9199',
      firestore: 'http://127.0.0.1:8080',
    },
  })
  expect(sources.connect).toEqual([
    'http://127.0.0.1:9099',
    'http://127.0.0.1:9199',
    'http://127.0.0.1:8080',
  ])
  expect([sources.frame, sources.img]).toEqual([
    ['http://127.0.0.1:9099'],
    ['http://127.0.0.1:9199'],
  ])
})

test('only pages, and only with Firebase sign-in, get an opener policy that allows popups', () => {
  expect(withServices('identity').headers['Cross-Origin-Opener-Policy']).toBe(
    'same-origin-allow-popups',
  )
  expect(withServices('files', 'push', 'documents').headers['Cross-Origin-Opener-Policy']).toBe(
    'same-origin',
  )
  const settings = { hsts: true, extra: firebaseSources({ ...project, services: ['identity'] }) }
  for (const kind of ['other', { file: true }] as const) {
    expect(securityHeaders(settings, kind)).toEqual(securityHeaders({ hsts: true }, kind))
  }
})
