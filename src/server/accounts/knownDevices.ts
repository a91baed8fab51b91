import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '../web/context.ts'
import type { AccountsConfig } from './types.ts'

const COOKIE = 'known-device'
const LIFE_S = 365 * 86_400
/** Most people who can share a device. */
const MOST = 4
const ONE = /^([\w-]{22})\.([\w-]{43})$/

const sign = (secret: string, email: string, id: string): Buffer =>
  createHmac('sha256', secret).update(`known device\n${email}\n${id}`).digest()

const given = (c: Ctx): readonly string[] =>
  (getCookie(c, COOKIE) ?? '')
    .split('~')
    .slice(0, MOST)
    .filter((one) => ONE.test(one))

/**
 * This device's id if the account signed in from it before; otherwise undefined. It grants no
 * access: only rate limits use it.
 */
export const knownDevice = (
  c: Ctx,
  { secret }: Pick<AccountsConfig, 'secret'>,
  email: string,
): string | undefined => {
  for (const one of given(c)) {
    const [, id = '', signature = ''] = ONE.exec(one) ?? []
    if (timingSafeEqual(Buffer.from(signature, 'base64url'), sign(secret, email, id))) return id
  }
  return undefined
}

/** Marks the device after a sign-in; the mark holds no personal data. */
export const rememberDevice = (
  c: Ctx,
  { secret, exposed = [] }: Pick<AccountsConfig, 'secret' | 'exposed'>,
  email: string,
): void => {
  if (knownDevice(c, { secret }, email) !== undefined) return
  const id = randomBytes(16).toString('base64url')
  const mark = `${id}.${sign(secret, email, id).toString('base64url')}`
  setCookie(c, COOKIE, [mark, ...given(c)].slice(0, MOST).join('~'), {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    secure: exposed.length > 0,
    maxAge: LIFE_S,
  })
}
