import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { writeDurably } from './base/durable.ts'

const BYTES = 48

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Returns the secret that signs links and challenges and encrypts reversible values: `SECRET`, else
 * the one kept in `<dataDir>/secret`, created at the first start and readable by its owner only.
 * Processes that start at once agree on one.
 * @throws when the file exists but cannot be read or is too short.
 */
export async function ensureSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  const file = path.join(config.dataDir, 'secret')
  const known = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  })
  // Everything it encrypts or signs is lost without it, so it is synced to the disk first. A faster
  // process wins.
  if (known === undefined) {
    const made = randomBytes(BYTES).toString('base64url')
    await writeDurably(file, [`${made}\n`], { replace: false })
  }
  const secret = (known ?? (await fs.readFile(file, 'utf8'))).trim()
  if (secret.length < 32) {
    throw new Error(
      `${file} does not hold a secret of at least 32 characters. Put the old one back, or delete the file: links sent by mail and second factors set up before then stop working.`,
    )
  }
  return secret
}
