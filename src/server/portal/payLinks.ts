import { isUuid } from '#model/uuid.ts'
import { isSignature, signature } from '../payments/signing.ts'

const LIFETIME_S = 30 * 86_400

/** Kinds of records that can be paid; the last part of their URLs but the token. */
export const payKinds = ['order', 'booking', 'invoice'] as const
export type PayKind = (typeof payKinds)[number]

/**
 * Creates and verifies links to the page on which one record is paid without an account. They expire
 * after thirty days, and are valid only while the record belongs to whom they were made for.
 */
export interface PayLinks {
  /** Returns the path of the page, for the payer `holder`. */
  path(kind: PayKind, id: string, holder: string): string
  /** Returns the record that a token names; undefined for a malformed or expired one. */
  namedBy(
    kind: PayKind,
    token: string,
  ): { readonly id: string; readonly isFor: (holder: string) => boolean } | undefined
}

export const payLinks = (secret: string, now: () => number = Date.now): PayLinks => {
  const sign = (kind: PayKind, id: string, until: string, holder: string): string =>
    signature(secret, 'pay-page', `${kind}:${id}:${until}:${holder}`)
  return {
    path(kind, id, holder) {
      const until = String(Math.floor(now() / 1000) + LIFETIME_S)
      return `/portal/pay/${kind}/${id}.${until}.${sign(kind, id, until, holder)}`
    },
    namedBy(kind, token) {
      const [id = '', until = '', given = '', ...rest] = token.split('.')
      if (rest.length || !isUuid(id) || !/^\d{1,12}$/.test(until)) return undefined
      if (Number(until) * 1000 <= now()) return undefined
      return { id, isFor: (holder) => isSignature(given, sign(kind, id, until, holder)) }
    },
  }
}
