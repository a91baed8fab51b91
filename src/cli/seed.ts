/**
 * `npm run seed`: adds demo data to an empty installation, or with `--rows` many generated rows to
 * one collection.
 */
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { readConfig } from '#server/config.ts'
import { rules } from '#server/rules/index.ts'
import { fillRows } from '#server/store/fill/fill.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createServices } from '#server/services.ts'
import { command, readArgs, terminalLog, UsageError } from './terminal.ts'

const USAGE = 'npm run seed  |  npm run seed -- --rows <number> <collection>'

await command(async () => {
  const { values, positionals } = readArgs(USAGE, { rows: { type: 'string' } }, { min: 0, max: 1 })
  const count = Number(values.rows)
  const [collection] = positionals
  if ((values.rows !== undefined) !== (collection !== undefined)) throw new UsageError(USAGE)
  if (values.rows !== undefined && !(Number.isInteger(count) && count > 0 && count <= 10_000_000)) {
    throw new UsageError('--rows must be a whole number from 1 to 10000000.')
  }
  const services = await createServices(readConfig(), { beside: true, log: terminalLog })
  try {
    await ensureBuiltInRoles(services)
    if (!collection) {
      for (const { email, password } of await seedDemo(services, { onlyEmpty: true })) {
        console.log(`Account ${email}${password ? `, password ${password}` : ''}`)
      }
      return
    }
    if (!services.model.resources.some((r) => r.collection === collection)) {
      throw new UsageError(
        `There is no collection "${collection}". There are: ${services.model.resources.map((r) => r.collection).join(', ')}.`,
      )
    }
    const started = performance.now()
    await fillRows(
      { db: services.db, model: services.model, resources: services.resources, rules },
      collection,
      count,
      (done) => process.stdout.write(`\r${done} of ${count} ${collection}`),
    )
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(
      `\r${count} ${collection} in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} rows/s\n`,
    )
  } finally {
    await services.close()
  }
})
