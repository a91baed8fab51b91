import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { isSealed, SEALED } from '#schemas/define/sealed.ts'

/** The column and row that a value belongs to; it cannot be decrypted anywhere else. */
export interface Place {
  readonly table: string
  readonly column: string
  readonly id: string
}

/** Encrypts the values of `secret` fields with keys derived from the installation's secret. */
export interface Vault {
  /** Id of the current key, 8 characters; reveals nothing about the key. */
  readonly key: string
  /** True if this vault has the key of a sealed value. */
  holds(sealed: string): boolean
  /** Encrypts a value: `sealed:1:<key>:<blind>:<nonce, tag and cipher text>:<last characters>`. */
  seal(place: Place, value: string): string
  /** Decrypts a value. @throws Error if the key differs or the value was changed or moved. */
  open(place: Place, sealed: string): string
  /** Returns the blind indexes of a value in a column, ignoring case and spaces: one per key. */
  blinds(table: string, column: string, value: string): readonly string[]
}

const NONCE = 12
const TAG = 16
const KEY = 32
const BLIND = 16
const SHOWN = 4

interface Keys {
  readonly name: string
  readonly cipher: Buffer
  readonly blind: Buffer
}

const keysOf = (secret: string): Keys => {
  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `secret fields 1: ${purpose}`, KEY))
  return {
    name: createHash('sha256').update(derived('name')).digest('base64url').slice(0, 8),
    cipher: derived('cipher'),
    blind: derived('blind index'),
  }
}

/**
 * Returns the last characters of a value long enough to reveal them: readers of the field see no
 * more.
 */
const shownOf = (value: string): string => (value.length >= 2 * SHOWN ? value.slice(-SHOWN) : '')

const parts = (sealed: string) => {
  const [, , key = '', blind = '', box = '', ...rest] = sealed.split(':')
  return { key, blind, box, shown: rest.join(':') }
}

/** Returns what readers of the field see of a sealed value: its last four characters, or none. */
export const shownPart = (sealed: string): string => parts(sealed).shown

/** SQL of the blind index in a column of sealed values. */
export const blindPart = (column: string): string => `split_part(${column}, ':', 4)`

/**
 * `previous` are earlier secrets of the installation: values encrypted with them can still be
 * decrypted.
 */
export const createVault = (secret: string, previous: readonly string[] = []): Vault => {
  const present = keysOf(secret)
  const all = [present, ...previous.map(keysOf)]
  const blindOf = ({ blind }: Keys, table: string, column: string, value: string): string =>
    createHmac('sha256', blind)
      .update(
        JSON.stringify([table, column, value.normalize('NFKC').replace(/\s/g, '').toUpperCase()]),
      )
      .digest()
      .subarray(0, BLIND)
      .toString('base64url')
  const bound = ({ table, column, id }: Place, key: string, blind: string, shown: string) =>
    Buffer.from(JSON.stringify([table, column, id, key, blind, shown]))
  return {
    key: present.name,
    holds: (sealed) => all.some((k) => k.name === parts(sealed).key),
    seal(place, value) {
      const [blind, shown] = [blindOf(present, place.table, place.column, value), shownOf(value)]
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', present.cipher, nonce)
      cipher.setAAD(bound(place, present.name, blind, shown))
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      const box = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
      return `${SEALED}1:${present.name}:${blind}:${box}:${shown}`
    },
    open(place, sealed) {
      const { key, blind, box, shown } = parts(sealed)
      const keys = all.find((k) => k.name === key)
      if (!isSealed(sealed) || !keys) {
        throw new Error(
          `The ${place.column} of ${place.table} ${place.id} was encrypted with another SECRET (key ${key}).`,
        )
      }
      const bytes = Buffer.from(box, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', keys.cipher, bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      })
      cipher.setAAD(bound(place, key, blind, shown))
      cipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([cipher.update(bytes.subarray(NONCE + TAG)), cipher.final()]).toString()
    },
    blinds: (table, column, value) => all.map((keys) => blindOf(keys, table, column, value)),
  }
}
