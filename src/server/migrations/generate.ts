import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileModel } from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { planMigration } from './plan.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'
import { formatSql, inOrder, type MigrationFile, type Statement } from './sqlFile.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Thrown when a step would lose data and this was not allowed. Nothing was written. */
export class DestructiveMigration extends Error {
  readonly steps: readonly string[]
  constructor(steps: readonly string[]) {
    super(
      `These changes of the schemas lose data or may fail on existing rows:\n${steps.map((s) => `  - ${s}`).join('\n')}\nRun again with --allow-destructive to write them; where a field only got another name, give it renamedFrom.`,
    )
    this.name = 'DestructiveMigration'
    this.steps = steps
  }
}

interface GenerateOptions {
  allowDestructive?: boolean
  /** Folder with `sql/` and `meta/snapshot.json`. Default: this folder. */
  dir?: string
  /** Default: the model of `schemas/`. */
  model?: Model
}

const readFiles = (folder: string): MigrationFile[] =>
  existsSync(folder)
    ? inOrder(
        readdirSync(folder)
          .filter((name) => name.endsWith('.sql'))
          .map((name) => ({
            id: name.slice(0, -4),
            sql: readFileSync(join(folder, name), 'utf8'),
          })),
      )
    : []

const embedded = (files: readonly MigrationFile[]): string => {
  const text = (sql: string) => `\`${sql.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``
  const list = files
    .map(({ id, sql }) => `  {\n    id: '${id}',\n    sql: ${text(sql)},\n  },\n`)
    .join('')
  return `/** The SQL files of this folder, so that the built server carries them. Written by \`npm run generate\`; do not edit. */
import type { MigrationFile } from '../sqlFile.ts'

export const migrationFiles: readonly MigrationFile[] = [
${list}]
`
}

const nameOf = (tables: readonly string[], first: boolean): string =>
  first ? 'initial' : tables.join('_').replaceAll(/\W/g, '').slice(0, 40) || 'change'

/**
 * Updates the committed migrations to the schemas: writes at most one expand and one contract file,
 * the snapshot and the embedded copy. Never prompts; writes nothing when nothing differs.
 * @throws DestructiveMigration for steps that lose data, unless allowed.
 */
export const generateMigrations = async ({
  allowDestructive = false,
  dir = HERE,
  model = compileModel(resources),
}: GenerateOptions = {}): Promise<{ written: string[] }> => {
  const folder = join(dir, 'sql')
  const snapshotFile = join(dir, 'meta', 'snapshot.json')
  const old = existsSync(snapshotFile)
    ? (JSON.parse(readFileSync(snapshotFile, 'utf8')) as Snapshot)
    : {}
  const target = snapshotOf(model)
  const plan = await planMigration(model, old, target)
  if (plan.destructive.length > 0 && !allowDestructive) {
    throw new DestructiveMigration(plan.destructive)
  }

  const known = readFiles(folder)
  const number = String(Number(known.at(-1)?.id.split('_')[0] ?? 0) + 1).padStart(4, '0')
  const name = `${number}_${nameOf(plan.tables, known.length === 0)}`
  const fresh = (
    [
      ['expand', plan.expand],
      ['contract', plan.contract],
    ] as [string, readonly Statement[]][]
  )
    .filter(([, statements]) => statements.length > 0)
    .map(([phase, statements]) => ({
      id: `${name}.${phase}`,
      sql: formatSql(
        `Generated from the schemas; ${phase === 'expand' ? 'adds only' : 'removes and tightens'}. Never edit once released.`,
        statements,
      ),
    }))
  const written: string[] = []
  const put = (path: string, text: string) => {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return
    writeFileSync(path, text)
    written.push(path)
  }
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(dir, 'meta'), { recursive: true })
  for (const file of fresh) put(join(folder, `${file.id}.sql`), file.sql)
  put(join(folder, 'index.ts'), embedded([...known, ...fresh]))
  put(snapshotFile, `${JSON.stringify(target, null, 1)}\n`)
  return { written }
}
