/** Name of the permission to reveal sensitive fields, and of its entries in the audit. */
export const REVEAL = 'reveal'

/**
 * Key for revealing sensitive fields of an entity. A separate file: the first page needs no other
 * part of permissions.
 */
export const revealKey = (entity: string): string => `${entity}.${REVEAL}`
