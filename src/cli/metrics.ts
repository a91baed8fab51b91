/**
 * `npm run metrics`: compares the dashboard's daily metrics with the records and rebuilds wrong
 * days; `--rebuild` rebuilds all of them.
 */
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import {
  checkMetrics,
  forgetMetrics,
  keepMetrics,
  type OnMetric,
} from '#server/metrics/rollups/keep.ts'
import { command, progressLine, readArgs, terminalLog } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

await command(async () => {
  const { values } = readArgs(
    'npm run metrics [-- --rebuild]',
    { rebuild: { type: 'boolean' } },
    { min: 0, max: 0 },
  )
  await withDatabase(async (db) => {
    const model = compileModel(resources)
    const started = performance.now()
    const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
    const onProgress: OnMetric = progressLine(({ metric }) => metric)
    // Errors are printed on a separate line below the progress.
    const log = {
      error: (message: string) =>
        terminalLog.error(process.stdout.isTTY ? `\n${message}` : message),
    }
    if (values.rebuild) {
      await forgetMetrics(db.query)
      await keepMetrics(db, model, { onProgress })
      console.log(`All metrics were rebuilt from their records in ${took()}.`)
      return
    }
    const wrong = Object.values(await checkMetrics(db, model, log, { onProgress })).flat().length
    console.log(
      wrong
        ? `${wrong} ${wrong === 1 ? 'day was' : 'days were'} wrong and rebuilt (${took()}).`
        : `All metrics are what their records say (${took()}).`,
    )
  })
})
