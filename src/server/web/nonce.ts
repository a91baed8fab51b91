import { randomBytes } from 'node:crypto'

/** Generates a nonce for one page. */
export const newNonce = (): string => randomBytes(16).toString('base64')
