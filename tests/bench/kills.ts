/**
 * `npm run bench:kills [-- --rounds 100]`: kills the built product under sixteen writers and
 * reports what was lost.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { killRounds } from '#tests/support/kills.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'kills-'))
try {
  const begun = Date.now()
  const outcome = await killRounds(dataDir, Number(values.rounds), {
    onRound: (round) => process.stdout.write(`\r${round} of ${values.rounds} rounds`),
  })
  console.log(`\n${Math.round((Date.now() - begun) / 1000)} s`, outcome)
  const { acknowledged, ...wrong } = outcome
  process.exitCode = acknowledged > 0 && Object.values(wrong).every((n) => n === 0) ? 0 : 1
} finally {
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
