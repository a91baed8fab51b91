import type { Actor } from './types.ts'

/**
 * Text that changes whenever an actor's permissions do; a new proof of identity does not change it.
 */
export const rightsMark = (actor: Actor | null): string =>
  JSON.stringify(actor && { ...actor, provedAt: undefined })
