import { expect, test } from 'vitest'
import { securityHeaders } from './securityHeaders.ts'

const policy = (headers: Readonly<Record<string, string>>) =>
  new Map((headers['Content-Security-Policy'] ?? '').split('; ').map((d) => [d.split(' ')[0], d.split(' ').slice(1)] as const))

test('a page may load only from its own origin and what carries its nonce', () => {
  const csp = policy(securityHeaders({ https: false }, { page: true, nonce: 'abc' }))
  const sources = new Set([...csp.values()].flat())
  expect([...sources].sort()).toEqual(["'nonce-abc'", "'none'", "'self'"])
  expect(csp.get('script-src')).toEqual(["'self'", "'nonce-abc'"])
  expect(csp.get('frame-ancestors')).toEqual(["'none'"])
})

test('an API on another origin is the one further source, for calls and pictures', () => {
  const csp = policy(securityHeaders({ https: false, apiOrigin: 'https://api.example.com' }, { page: true, nonce: 'n' }))
  expect([...csp].filter(([, v]) => v.includes('https://api.example.com')).map(([k]) => k)).toEqual(['img-src', 'connect-src'])
})

test('a file is sandboxed and an answer of data may load nothing', () => {
  expect(policy(securityHeaders({ https: false }, { file: true })).has('sandbox')).toBe(true)
  expect(policy(securityHeaders({ https: false }, 'other')).get('default-src')).toEqual(["'none'"])
})

test('browsers are told to stay on https only where the address is https', () => {
  expect(securityHeaders({ https: true }, 'other')['Strict-Transport-Security']).toContain('max-age=31536000')
  expect(securityHeaders({ https: false }, 'other')).not.toHaveProperty('Strict-Transport-Security')
})

test('scripts and styles of the build forbid sniffing and foreign readers, and carry nothing that is for documents', () => {
  expect(securityHeaders({ https: false }, 'code')).toEqual({ 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' })
})

test('every kind of answer that can be a document forbids sniffing, framing and foreign openers', () => {
  for (const kind of ['other', { file: true }, { page: true, nonce: 'n' }] as const) {
    expect(securityHeaders({ https: false }, kind)).toMatchObject({ 'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY', 'Cross-Origin-Opener-Policy': 'same-origin' })
  }
})
