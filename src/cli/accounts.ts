/**
 * `npm run accounts -- reset <e-mail>` sets a random password and ends the account's sessions.
 * `confirm <e-mail>` marks its address as confirmed where no e-mail can do so.
 */
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { confirmByOperator, resetByOperator } from '#server/accounts/operator.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { command, readArgs, terminalLog, UsageError } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

const USAGE = 'npm run accounts -- reset <e-mail> [--second-factor], or confirm <e-mail>'

await command(async () => {
  const { positionals, values } = readArgs(
    USAGE,
    { 'second-factor': { type: 'boolean', default: false } },
    { min: 2, max: 2 },
  )
  const [verb, email = ''] = positionals
  if (verb !== 'reset' && verb !== 'confirm') throw new UsageError(USAGE)
  await withDatabase(async (db) => {
    if (verb === 'confirm') {
      if (!(await confirmByOperator(db.query, compileModel(resources), email))) {
        throw new UsageError(`There is no account ${email}.`)
      }
      console.log(`The address of ${email} counts as confirmed. An administrator lets them in.`)
      return
    }
    // The running server, or the next one to start, picks up the job.
    const { enqueue } = createJobs(db, { handlers: {}, log: terminalLog })
    const password = await resetByOperator({ query: db.query, enqueue }, email, {
      secondFactor: values['second-factor'],
    })
    if (password === undefined) throw new UsageError(`There is no account ${email}.`)
    console.log(`Account ${email}, password ${password}`)
    console.log(
      `Its sessions have ended${values['second-factor'] ? ' and its second factor is removed' : ''}. The password is shown only here.`,
    )
  })
})
