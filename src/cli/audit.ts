/**
 * `npm run audit -- verify`: compares every entry of the audit with the hash chain over it; exit
 * code 1 and the first entry that was changed, removed or put in afterwards.
 */
import { noteAuditCheck } from '#server/audit/check.ts'
import { describeVerdict, verifyAudit } from '#server/audit/verify.ts'
import { command, readArgs, UsageError } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

const usage = 'npm run audit -- verify'

await command(async () => {
  const {
    positionals: [what],
  } = readArgs(usage, {}, { min: 1, max: 1 })
  if (what !== 'verify') throw new UsageError(usage)
  await withDatabase(async (db) => {
    const verdict = await verifyAudit(db)
    await noteAuditCheck(db.query, verdict)
    if (!verdict.tampering) return console.log(describeVerdict(verdict))
    console.error(describeVerdict(verdict))
    process.exitCode = 1
  })
})
