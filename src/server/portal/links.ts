import { isUuid } from '#model/uuid.ts'
import { createHmac } from 'node:crypto'
import { isSignature, signature } from '../payments/signing.ts'
import { deskKinds, type DeskKind } from './desk.ts'

const LIFETIME_S = 30 * 86_400
const purposes = {
  tickets: { write: 'desk-link', read: 'desk-look' },
  conversations: { write: 'talk-link', read: 'talk-look' },
} as const satisfies Record<DeskKind, object>
/**
 * Reply addresses by kind: a handle and a mark. A mail server takes 64 characters before the @, of
 * which `MAIL_INBOX` may have 24.
 */
const addresses = {
  tickets: { handle: /^t-\d{1,12}$/, markLength: 24 },
  conversations: { handle: /^c-[0-9a-z]{25}$/, markLength: 11 },
} as const satisfies Record<DeskKind, object>

/** Digits of a mark, from a hash in hex: as hex, or in base 36 where there is less room. */
const alphanumeric = {
  tickets: (hex: string) => hex,
  conversations: (hex: string) => BigInt(`0x${hex}`).toString(36).slice(-25),
} as const satisfies Record<DeskKind, (hex: string) => string>

/** What a link allows: the customer's own one also writes, the one shown to staff only reads. */
export type DeskUse = 'read' | 'write'

/**
 * Creates and verifies access to one ticket or conversation for a customer without an account:
 * links that expire after thirty days, and reply addresses.
 */
export interface DeskLinks {
  /** Returns the path of the customer's page, issued to `holder` (see `Desk.holder`). */
  path(kind: DeskKind, id: string, holder: string, use: DeskUse): string
  /**
   * Returns the record that a token of such a path names, and what the token allows a holder, if
   * anything; undefined for a malformed or expired token.
   */
  namedBy(
    kind: DeskKind,
    token: string,
  ): { readonly id: string; readonly useFor: (holder: string) => DeskUse | undefined } | undefined
  /** Returns the reply address of a record, from its handle and id. */
  address(kind: DeskKind, handle: string, id: string): string
  /** Returns the handle in such an address, and whether it was signed for a record. */
  handleIn(address: string):
    | {
        readonly kind: DeskKind
        readonly handle: string
        readonly isFor: (id: string) => boolean
      }
    | undefined
}

/** Handle of a conversation: its id in 25 letters and digits, since a UUID is too long. */
export const conversationHandle = (id: string): string =>
  `c-${BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0')}`

/** Id of a conversation by its handle; undefined for anything else. */
export const conversationNamed = (handle: string): string | undefined => {
  if (!addresses.conversations.handle.test(handle)) return undefined
  const value = Array.from(handle.slice(2), (c) => BigInt(parseInt(c, 36))).reduce(
    (sum, digit) => sum * 36n + digit,
    0n,
  )
  const hex = value.toString(16).padStart(32, '0')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(id) ? id : undefined
}

/** `inbox` is the address that receives replies, such as `support@example.com`. */
export const deskLinks = (
  secret: string,
  inbox: string,
  now: () => number = Date.now,
): DeskLinks => {
  const [local = '', domain = ''] = inbox.split('@')
  // Without capitals, since mail servers may convert an address to lower case.
  const mark = (kind: DeskKind, id: string): string =>
    alphanumeric[kind](
      createHmac('sha256', `${kind === 'tickets' ? 'desk' : 'talk'}-address:${secret}`)
        .update(id)
        .digest('hex'),
    ).slice(0, addresses[kind].markLength)
  return {
    path(kind, id, holder, use) {
      const until = String(Math.floor(now() / 1000) + LIFETIME_S)
      const signed = signature(secret, purposes[kind][use], `${id}:${until}:${holder}`)
      return `/portal/${kind}/${id}.${until}.${signed}`
    },
    namedBy(kind, token) {
      const [id = '', until = '', given = '', ...rest] = token.split('.')
      if (rest.length || !isUuid(id) || !/^\d{1,12}$/.test(until)) return undefined
      if (Number(until) * 1000 <= now()) return undefined
      return {
        id,
        useFor: (holder) =>
          (['write', 'read'] as const).find((use) =>
            isSignature(given, signature(secret, purposes[kind][use], `${id}:${until}:${holder}`)),
          ),
      }
    },
    address: (kind, handle, id) => `${local}+${handle.toLowerCase()}.${mark(kind, id)}@${domain}`,
    handleIn(address) {
      const [, name = '', to = ''] =
        /^([^@\s]+)@([^@\s]+)$/.exec(address.trim().toLowerCase()) ?? []
      if (to !== domain.toLowerCase() || !name.startsWith(`${local.toLowerCase()}+`)) {
        return undefined
      }
      const [handle = '', given = '', ...rest] = name.slice(local.length + 1).split('.')
      const kind = deskKinds.find((one) => addresses[one].handle.test(handle))
      if (!kind || rest.length || given.length !== addresses[kind].markLength) return undefined
      return { kind, handle, isFor: (id) => isSignature(given, mark(kind, id)) }
    },
  }
}
