/** Opaque cursors: a position in one order of one list, signed to prevent forgery. */
import {
  createHash,
  createHmac,
  createSecretKey,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { Problem } from '../../base/problem.ts'

export interface Place {
  readonly backward: boolean
  readonly keys: readonly (string | null)[]
}

/** Identifies a list: a cursor of another order or filter does not match. */
export const fingerprint = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)

const bad = (): Problem => {
  const message = 'This cursor belongs to another list or is damaged; start again without it.'
  return new Problem(400, 'invalid_cursor', message, {
    errors: [{ path: 'cursor', code: 'invalid_cursor', message }],
  })
}

const keys = new Map<string, KeyObject>()
// A process has one secret, and importing it as a key costs more than signing.
const keyOf = (secret: string): KeyObject => {
  let key = keys.get(secret)
  if (!key) keys.set(secret, (key = createSecretKey(secret, 'utf8')))
  return key
}

const sign = (secret: string, payload: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(`cursor ${payload}`).digest().subarray(0, 16)

export const writeCursor = (secret: string, print: string, place: Place): string => {
  const payload = Buffer.from(JSON.stringify([place.backward ? 1 : 0, print, place.keys])).toString(
    'base64url',
  )
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/** Throws a 400 problem for a cursor that is damaged, forged or of another list. */
export const readCursor = (secret: string, print: string, text: string): Place => {
  const [payload = '', signature = '', ...rest] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(secret, payload)
  if (rest.length || given.length !== right.length || !timingSafeEqual(given, right)) throw bad()
  const [backward, of, keys] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    string,
    (string | null)[],
  ]
  if (of !== print) throw bad()
  return { backward: backward === 1, keys }
}
