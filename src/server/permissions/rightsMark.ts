import { createHmac } from 'node:crypto'
import type { Actor } from './types.ts'

/**
 * Text that changes whenever an actor's permissions do; a new proof of identity does not change it.
 */
export const rightsMark = (actor: Actor | null): string =>
  JSON.stringify(actor && { ...actor, provedAt: undefined })

/**
 * The same for the person's own pages, rules of rows included. Keyed with the secret, so that
 * nobody finds out a rule by trying: it says that permissions changed, and nothing about them.
 */
export const rightsRevision = (actor: Actor, secret: string): string =>
  createHmac('sha256', secret)
    .update(`rights\n${rightsMark(actor)}`)
    .digest('base64url')
