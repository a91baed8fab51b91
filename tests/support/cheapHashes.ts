/**
 * Hashes passwords at a sixty-fourth of the cost, which is 50 ms of CPU time in the product: files
 * hash up to hundreds, and check who may sign in, not how long a guess takes.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const CHEAP = 256
const { scrypt } = crypto

/** Like `scrypt`, with a low cost. */
const cheapScrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void => scrypt(password, salt, length, { ...options, N: CHEAP }, done)

// A process of several files has it already.
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt })
  syncBuiltinESMExports()
}
