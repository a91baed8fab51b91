/**
 * `npm run import <collection> <file.csv>`: imports a CSV file through the running server if one
 * responds, else directly into the configured database. The mapping is `<collection>.mapping.json`
 * beside the file, or the one named. With `--history` the file comes from another system: records
 * keep their dates, numbers and states; `--header-row` is the line with the names of the columns,
 * where it is not the first.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { byCollection, compileModel } from '#model/compile.ts'
import { pathLabels } from '#model/pathLabels.ts'
import type { ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { readConfig, type Config } from '#server/config.ts'
import { importModes } from '#server/exchange/importPayload.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { DEMO_PASSWORD } from '#server/base/demoPassword.ts'
import { createServices } from '#server/services.ts'
import {
  awaitImport,
  importOverHttp,
  serverResponds,
  type ImportRequest,
  type OnProgress,
  type Report,
} from './importClient.ts'
import { command, progressLine, readArgs, terminalLog, UsageError } from './terminal.ts'

const USAGE =
  'npm run import -- <collection> <file.csv> [--mapping <file.json>] [--mode partial|atomic|dry-run] [--upsert-by <field>] [--history] [--header-row <line>] [--url <server>] [--email <account>]'
const SHOWN_ERRORS = 20

function readMapping(file: string): { fields?: Record<string, unknown> } {
  if (!existsSync(file)) {
    throw new UsageError(`There is no mapping ${file}. Name one with --mapping.`)
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { fields?: Record<string, unknown> }
  } catch {
    throw new UsageError(`${file} is not JSON.`)
  }
}

/** Key field that makes a repeated import write nothing: the first mapped unique field. */
const naturalKey = (
  resource: ResourceModel,
  mapped: Readonly<Record<string, unknown>>,
): string | undefined =>
  resource.unique.find((set) => set.length === 1 && mapped[set[0]!] !== undefined)?.[0]

/**
 * Credentials for an import through a server: the named user, else the configured administrator,
 * else the demo one.
 */
function person(config: Config, asked: string | undefined): { email: string; password: string } {
  const password = process.env.IMPORT_PASSWORD
  if (asked && password) return { email: asked, password }
  if (!asked && config.adminEmail && config.adminPassword) {
    return { email: config.adminEmail, password: config.adminPassword }
  }
  if (config.demo && config.exposed.length === 0) {
    return { email: asked ?? 'admin@example.com', password: DEMO_PASSWORD }
  }
  throw new UsageError(
    'A server is running, so the import goes through it and needs an account: --email <account>, and its password in the variable IMPORT_PASSWORD.',
  )
}

async function importDirectly(
  config: Config,
  request: ImportRequest,
  progress: OnProgress,
): Promise<Report> {
  const services = await createServices(config, {
    beside: true,
    log: { ...terminalLog, info: () => {} },
  })
  try {
    const access = compileAccess(services.model, systemActor)
    const { collection, file, ...rest } = request
    const id = await services.imports.start(
      byCollection(services.model, collection),
      { ...rest, file: createReadStream(file) },
      access,
    )
    await services.jobs.start()
    return await awaitImport(() => services.jobs.get(id, access), progress)
  } finally {
    await services.close()
  }
}

const lineOf = (text: string | undefined): Pick<ImportRequest, 'headerRow'> => {
  if (text === undefined) return {}
  const headerRow = Number(text)
  if (!(Number.isInteger(headerRow) && headerRow > 0)) {
    throw new UsageError(`"${text}" is not the number of a line. ${USAGE}`)
  }
  return { headerRow }
}

await command(async () => {
  const {
    positionals: [collection = '', file = ''],
    values,
  } = readArgs(
    USAGE,
    {
      mapping: { type: 'string' },
      mode: { type: 'string', default: 'partial' },
      'upsert-by': { type: 'string' },
      history: { type: 'boolean', default: false },
      'header-row': { type: 'string' },
      url: { type: 'string' },
      email: { type: 'string' },
    },
    { min: 2, max: 2 },
  )
  const model = compileModel(resources)
  const resource = model.resources.find((r) => r.collection === collection)
  if (!resource) {
    throw new UsageError(
      `There is no collection "${collection}". Collections: ${Object.values(resources)
        .map((r) => r.name)
        .join(', ')}.`,
    )
  }
  const mode = importModes.find((known) => known === values.mode)
  if (!mode) throw new UsageError(`There is no mode "${values.mode}". ${USAGE}`)
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const mapping = readMapping(
    values.mapping ?? path.join(path.dirname(file), `${collection}.mapping.json`),
  )
  const upsertBy = values['upsert-by'] ?? naturalKey(resource, mapping.fields ?? {})
  const request: ImportRequest = {
    collection,
    file,
    mapping,
    mode,
    ...(upsertBy ? { upsertBy } : {}),
    ...(values.history ? { history: true } : {}),
    ...lineOf(values['header-row']),
  }

  const config = readConfig()
  const url = (values.url ?? config.publicUrl).replace(/\/+$/, '')
  const running = await serverResponds(url)
  if (values.url && !running) throw new UsageError(`No server responds at ${url}.`)
  console.log(
    running
      ? `Importing through the server at ${url}`
      : 'Importing into the database; no server is running',
  )
  const progress: OnProgress = progressLine(
    ({ read, refused }) => `${read ?? 0} rows read, ${refused ?? 0} refused`,
  )
  const report = running
    ? await importOverHttp(url, person(config, values.email), request, progress)
    : await importDirectly(config, request, progress)

  const targetOf = (name: string) => byCollection(model, name)
  for (const { line, path: at, message, columns } of report.errors.slice(0, SHOWN_ERRORS)) {
    const labels = pathLabels(resource, at, targetOf, (label) => label)
    const where = labels.join(' → ') || columns.join(', ')
    console.log(`  line ${line}${where && `, ${where}`}: ${message}`)
  }
  if (report.errors.length > SHOWN_ERRORS) {
    console.log(`  … and ${report.errors.length - SHOWN_ERRORS} more`)
  }
  const written = report.committed ? report.created + report.updated : 0
  console.log(
    `${report.read} read, ${written} written (${report.created} new, ${report.updated} changed), ${report.unchanged} unchanged, ${report.refused} refused`,
  )
  if (!report.committed) {
    console.log(
      mode === 'dry-run'
        ? 'This was a dry run: nothing was written.'
        : 'Nothing was written, since rows were refused.',
    )
  }
})
