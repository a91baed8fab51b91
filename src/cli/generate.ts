/**
 * `npm run generate`: brings migrations, the files of the document database and snapshots up to
 * date with the schemas.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkResources, formatProblems } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import { documentFiles } from '#server/firebase/documentFiles.ts'
import { generateMigrations } from '#server/migrations/generate.ts'
import { rules } from '#server/rules/index.ts'
import { writeKindTables } from './kindTables.ts'
import { untranslated } from './build/untranslated.ts'
import { at, command as programs, root } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { keepInputs, outdated, removeSnapshots } from './snapshotInputs.ts'
import { command, readArgs, UsageError } from './terminal.ts'

/** Writes the committed files of the document database. */
const writeDocumentFiles = (model: Model): void => {
  const folder = at('src/server/firebase/generated')
  mkdirSync(folder, { recursive: true })
  const checked = Object.values(resources).filter((r) => 'check' in r && r.check)
  const files = documentFiles(model, {
    ruled: new Set(Object.keys(rules)),
    checked: new Set(checked.map((r) => r.permission)),
  })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

/** Draws the model's snapshots, and the screen snapshots of the given entities. */
const writeSnapshots = async (model: Model, entities: readonly string[]): Promise<void> => {
  const suites = ['tests/suites/modelSnapshots.test.ts']
  rmSync(at('tests/suites/__snapshots__'), { recursive: true, force: true })
  removeSnapshots(model, entities)
  if (entities.length > 0) suites.push('tests/suites/screens/')
  keepInputs(model)
  const { code } = await node(
    programs.vitest(),
    ['run', '--project', 'unit', ...suites, '--update=all'],
    { env: { NODE_ENV: 'test', SCREENS_OF: entities.join(','), SCREENS: 'drawn' } },
  )
  if (code !== 0) {
    throw new UsageError('Snapshots are written, but some of the suites fail; see above.')
  }
}

await command(async () => {
  const { values } = readArgs(
    'npm run generate -- [--all] [--allow-destructive]',
    {
      all: { type: 'boolean', default: false },
      'allow-destructive': { type: 'boolean', default: false },
    },
    { min: 0, max: 0 },
  )
  for (const file of writeKindTables(root)) console.log(`Written: ${file}`)
  const problems = checkResources(resources)
  if (problems.length > 0) console.error(formatProblems(problems))
  if (problems.some((p) => p.level === 'error')) {
    throw new UsageError('Nothing was generated: the schemas have the problems above.')
  }
  const { written } = await generateMigrations({ allowDestructive: values['allow-destructive'] })
  for (const file of written) console.log(`Written: ${path.relative(root, file)}`)
  if (written.length === 0) console.log('Migrations are up to date.')
  const model = compileModel(resources)
  writeDocumentFiles(model)
  console.log('Rules and indexes of the document database are up to date.')
  const missing = untranslated(model, at('schemas/labels'))
  if (missing.length) console.warn(missing.join('\n'))
  const entities = values.all ? model.resources.map((r) => r.entity) : outdated(model)
  console.log(`Updating snapshots; screens of: ${entities.join(', ') || 'no entity'}…`)
  await writeSnapshots(model, entities)
})
