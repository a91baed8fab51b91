/**
 * `npm run audit -- verify`: checks every audit entry against its hash chain. Exits with 1 and
 * names the first entry that was changed, removed or inserted later.
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
