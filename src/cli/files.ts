/**
 * `npm run files`: lists where uploaded files are stored; `--to <store>` moves the others there.
 */
import { configuredFileStore } from '#server/fileStores.ts'
import { moveFiles, whereFilesLie, type Moved } from '#server/files/move.ts'
import { storeLabels, storeNames, type StoreName } from '#server/files/stores.ts'
import { command, readArgs, terminalLog, UsageError } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

const usage = `npm run files [-- --to ${storeNames.join('|')} [--dry-run]]`
const EVERY_MS = 2000
const said = ({ files, bytes }: Moved): string =>
  `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'} (${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB)`

await command(async () => {
  const { values } = readArgs(
    usage,
    { to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    { min: 0, max: 0 },
  )
  const to = storeNames.find((one) => one === values.to)
  if (values.to !== undefined && !to) {
    throw new UsageError(`"${values.to}" is not a place for files.\n${usage}`)
  }
  if (!to && values['dry-run']) throw new UsageError(usage)
  await withDatabase(async (db, config) => {
    const { current, stores } = configuredFileStore(config, terminalLog)
    if (!to) {
      const places = Object.entries(await whereFilesLie(db.query)) as [StoreName, Moved][]
      for (const [name, held] of places) {
        console.log(
          `${said(held)} in ${storeLabels[name]}${stores[name] ? '' : ', which is not configured'}`,
        )
      }
      console.log(`New files go to ${storeLabels[current]}.`)
      return
    }
    if (!stores[to]) {
      throw new UsageError(
        `${storeLabels[to].replace(/^t/, 'T')} is not configured, so nothing can be moved there.`,
      )
    }
    let last = Date.now()
    const onProgress = (moved: Moved, total: Moved) => {
      if (Date.now() - last < EVERY_MS) return
      last = Date.now()
      console.log(`${said(moved)} of ${said(total)}…`)
    }
    const { total, moved, stayed, uploads, broken } = await moveFiles({
      query: db.query,
      stores,
      to,
      dryRun: values['dry-run'] ?? false,
      onProgress,
    })
    console.log(
      values['dry-run']
        ? `${said(total)} would move to ${storeLabels[to]}.`
        : `${said(moved)} moved to ${storeLabels[to]}, each after its copy was read back.`,
    )
    for (const { id, name, why } of stayed) {
      console.error(`${id} (${name}) stays where it is: ${why}`)
    }
    if (uploads) {
      console.log(
        `${uploads} ${uploads === 1 ? 'upload is' : 'uploads are'} in progress with chunks in the old store; keep it configured for a day.`,
      )
    }
    if (to !== current) {
      console.log(`New files still go to ${storeLabels[current]}: set FILES=${to} to change that.`)
    }
    if (broken) console.error(`It ended early: ${broken} Run it again to continue.`)
    if (stayed.length) process.exitCode = 1
  })
})
