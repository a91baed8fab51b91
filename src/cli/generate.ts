/** `npm run generate`: brings migrations, the files of the document database and snapshots up to date with the schemas. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { checkResources, formatProblems } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { documentFiles } from '#server/firebase/documentFiles.ts'
import { rules } from '#server/rules/index.ts'
import { generateMigrations } from '#server/migrations/generate.ts'
import path from 'node:path'
import { untranslated } from './build/untranslated.ts'
import { at, command as programs, root } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { command, readArgs, UsageError } from './terminal.ts'

/** The suites that compare with files, and where those stand. */
const suites = ['tests/suites/modelSnapshots.test.ts', 'tests/suites/screens/']
const snapshots = ['tests/suites/__snapshots__', 'tests/suites/screens/__snapshots__']

await command(async () => {
  const { values } = readArgs(
    'npm run generate -- [--allow-destructive]',
    { 'allow-destructive': { type: 'boolean', default: false } },
    { min: 0, max: 0 },
  )
  const problems = checkResources(resources)
  if (problems.length > 0) console.error(formatProblems(problems))
  if (problems.some((p) => p.level === 'error')) {
    throw new UsageError('Nothing was generated: the schemas have the problems above.')
  }
  const { written } = await generateMigrations({ allowDestructive: values['allow-destructive'] })
  console.log(
    written.length
      ? written.map((file) => `Written: ${path.relative(root, file)}`).join('\n')
      : 'Migrations are up to date.',
  )
  const model = compileModel(resources)
  const kept = at('src/server/firebase/generated')
  mkdirSync(kept, { recursive: true })
  for (const [name, text] of Object.entries(
    documentFiles(model, {
      ruled: new Set(Object.keys(rules)),
      checked: new Set(
        Object.values(resources)
          .filter((r) => 'check' in r && r.check)
          .map((r) => r.permission),
      ),
    }),
  )) {
    writeFileSync(path.join(kept, name), text)
  }
  console.log('Rules and indexes of the document database are up to date.')
  const missing = untranslated(model, at('schemas/labels'))
  if (missing.length) console.warn(missing.join('\n'))
  console.log('Updating snapshots…')
  // Written anew as a whole, so that nothing stays of an entity that is gone.
  for (const folder of snapshots) rmSync(at(folder), { recursive: true, force: true })
  const { code } = await node(
    programs.vitest(),
    ['run', '--project', 'unit', ...suites, '--update=all'],
    { env: { NODE_ENV: 'test' } },
  )
  if (code !== 0) {
    throw new UsageError('Snapshots are written, but some of the suites fail; see above.')
  }
})
