import { isUuid } from '#model/uuid.ts'
import { createHmac } from 'node:crypto'
import { isSignature, signature } from '../payments/signing.ts'

const LIFETIME_S = 30 * 86_400
const purposes = { write: 'desk-link', read: 'desk-look' } as const

/** What a link allows: the customer's own one also writes, the one shown to staff only reads. */
export type DeskUse = 'read' | 'write'

/**
 * Creates and verifies access to one ticket for a customer without an account: links that expire
 * after thirty days, and reply addresses.
 */
export interface DeskLinks {
  /** Returns the path of the customer's page, issued to `holder` (see `Desk.holder`). */
  path(ticket: string, holder: string, use: DeskUse): string
  /**
   * Returns the ticket that a token of such a path names, and what the token allows a holder, if
   * anything; undefined for a malformed or expired token.
   */
  ticketOf(
    token: string,
  ):
    | { readonly ticket: string; readonly useFor: (holder: string) => DeskUse | undefined }
    | undefined
  /** Returns the reply address of a ticket, from its number and id. */
  address(number: string, ticket: string): string
  /** Returns the number in such an address, and whether it was signed for a ticket. */
  numberOf(
    address: string,
  ): { readonly number: string; readonly isFor: (ticket: string) => boolean } | undefined
}

/** `inbox` is the address that receives replies, such as `support@example.com`. */
export const deskLinks = (
  secret: string,
  inbox: string,
  now: () => number = Date.now,
): DeskLinks => {
  const sign = (ticket: string, until: string, holder: string, use: DeskUse): string =>
    signature(secret, purposes[use], `${ticket}:${until}:${holder}`)
  const [local = '', domain = ''] = inbox.split('@')
  // Hex, since mail servers may convert an address to lower case.
  const mark = (ticket: string): string =>
    createHmac('sha256', `desk-address:${secret}`).update(ticket).digest('hex').slice(0, 24)
  return {
    path(ticket, holder, use) {
      const until = String(Math.floor(now() / 1000) + LIFETIME_S)
      return `/portal/tickets/${ticket}.${until}.${sign(ticket, until, holder, use)}`
    },
    ticketOf(token) {
      const [ticket = '', until = '', given = '', ...rest] = token.split('.')
      return !rest.length &&
        isUuid(ticket) &&
        /^\d{1,12}$/.test(until) &&
        Number(until) * 1000 > now()
        ? {
            ticket,
            useFor: (holder) =>
              (['write', 'read'] as const).find((use) =>
                isSignature(given, sign(ticket, until, holder, use)),
              ),
          }
        : undefined
    },
    address: (number, ticket) => `${local}+${number.toLowerCase()}.${mark(ticket)}@${domain}`,
    numberOf(address) {
      const [, name = '', to = ''] =
        /^([^@\s]+)@([^@\s]+)$/.exec(address.trim().toLowerCase()) ?? []
      const [, number, given] =
        to === domain.toLowerCase() && name.startsWith(`${local.toLowerCase()}+`)
          ? (/^(t-\d{1,12})\.([0-9a-f]{24})$/.exec(name.slice(local.length + 1)) ?? [])
          : []
      return number && given
        ? { number: number.toUpperCase(), isFor: (ticket) => isSignature(given, mark(ticket)) }
        : undefined
    },
  }
}
