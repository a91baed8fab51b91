import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text for one purpose, so that a signature is invalid for any other purpose. */
export const signature = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', `${purpose}:${secret}`).update(text).digest('base64url')

/** Compares in constant time. */
export const isSignature = (given: string, ours: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(ours)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const LIFETIME_S = 3600

/**
 * Creates and verifies the short-lived links that show a payer without an account the number,
 * amount and state of one payment.
 */
export interface PaymentLinks {
  of(transaction: string): string
  valid(transaction: string, link: string): boolean
}

export const paymentLinks = (secret: string, now: () => number = Date.now): PaymentLinks => {
  const sign = (transaction: string, until: string): string =>
    signature(secret, 'payment-link', `${transaction}:${until}`)
  return {
    of(transaction) {
      const until = String(Math.floor(now() / 1000) + LIFETIME_S)
      return `${until}.${sign(transaction, until)}`
    },
    valid(transaction, link) {
      const [until = '', given = ''] = link.split('.')
      return (
        /^\d{1,12}$/.test(until) &&
        Number(until) * 1000 > now() &&
        isSignature(given, sign(transaction, until))
      )
    },
  }
}
