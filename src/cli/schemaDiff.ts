/**
 * `npm run schema:diff`: shows the effect of a schema change before it is merged. Exits with 1 when
 * something breaks.
 */
import { readFileSync } from 'node:fs'
import { checkResources, formatProblems } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { diffModels, type ModelChange } from '#model/schemaDiff.ts'
import { diffViews, type StoredView } from '#model/schemaDiffViews.ts'
import { planMigration } from '#server/migrations/plan.ts'
import { snapshotOf, type Snapshot } from '#server/migrations/snapshot.ts'
import { at } from './lib/paths.mjs'
import { formatChanges } from './schemaDiffText.ts'
import { modelAt } from './schemaDiffSource.ts'
import { command, readArgs, UsageError } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

const USAGE =
  'npm run schema:diff -- [--against <git revision>|snapshot] [--views] [--json] [--allow-breaking]'

/** Diffs the tables only, against the result of the committed migrations. */
const againstSnapshot = async (): Promise<ModelChange[]> => {
  const model = compileModel(resources)
  const { expand, contract, destructive } = await planMigration(
    model,
    JSON.parse(readFileSync(at('src/server/migrations/meta/snapshot.json'), 'utf8')) as Snapshot,
    snapshotOf(model),
  )
  const line =
    (severity: ModelChange['severity']) =>
    ({ sql }: { sql: string }): ModelChange => ({
      severity,
      area: 'table',
      at: /(?:TABLE|ON|UPDATE|INDEX) "([^"]+)"/.exec(sql)?.[1] ?? 'database',
      message: sql,
    })
  return [
    ...expand.map(line('safe')),
    ...contract.map((step) => line(step.sql.startsWith('DROP INDEX') ? 'safe' : 'backfill')(step)),
    ...destructive.map((message): ModelChange => ({
      severity: 'breaking',
      area: 'table',
      at: message.split(/[ .:]/)[message.startsWith('table ') ? 1 : 0] ?? '',
      message,
    })),
  ]
}

/** The views saved in the configured database, which stays as it is. */
const storedViews = (): Promise<readonly StoredView[]> =>
  withDatabase(
    async (db) => {
      const { rows } = await db.query<{ known: boolean }>(
        "SELECT to_regclass('views') IS NOT NULL AS known",
      )
      if (!rows[0]?.known) return []
      return (
        await db.query<StoredView>(
          "SELECT collection, state FROM views v WHERE deleted_at IS NULL AND to_jsonb(v)->>'kind' IS DISTINCT FROM 'import'",
        )
      ).rows
    },
    { asItIs: true },
  )

/** Compares with a revision, on request also what views in the database use. */
const againstRevision = async (revision: string, views: boolean): Promise<ModelChange[]> => {
  const [before, after] = [await modelAt(revision), compileModel(resources)]
  return [
    ...diffModels(before, after),
    ...(views ? diffViews(await storedViews(), before, after) : []),
  ]
}

await command(async () => {
  const { values } = readArgs(
    USAGE,
    {
      against: { type: 'string', default: 'HEAD' },
      views: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      'allow-breaking': { type: 'boolean', default: false },
    },
    { min: 0, max: 0 },
  )
  const problems = checkResources(resources).filter((p) => p.level === 'error')
  if (problems.length) {
    throw new UsageError(
      `${formatProblems(problems)}\nNothing was compared: the schemas have the problems above.`,
    )
  }
  if (values.views && values.against === 'snapshot') {
    throw new UsageError('Saved views are compared with a revision: leave out "snapshot".')
  }
  const changes =
    values.against === 'snapshot'
      ? await againstSnapshot()
      : await againstRevision(values.against, values.views)
  console.log(
    values.json
      ? JSON.stringify({ against: values.against, changes }, null, 2)
      : formatChanges(changes, values.against),
  )
  if (changes.some((c) => c.severity === 'breaking') && !values['allow-breaking']) {
    process.exitCode = 1
  }
})
