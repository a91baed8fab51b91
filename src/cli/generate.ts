/** `npm run generate`: brings migrations and snapshots up to date with the schemas. */
import { checkResources, formatProblems } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { generateMigrations } from '#server/migrations/generate.ts'
import path from 'node:path'
import { command as programs, root } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { command, readArgs, UsageError } from './terminal.ts'

await command(async () => {
  const { values } = readArgs('npm run generate -- [--allow-destructive]', { 'allow-destructive': { type: 'boolean', default: false } }, { min: 0, max: 0 })
  const problems = checkResources(resources)
  if (problems.length > 0) console.error(formatProblems(problems))
  if (problems.some((p) => p.level === 'error')) throw new UsageError('Nothing was generated: the schemas have the problems above.')
  const { written } = await generateMigrations({ allowDestructive: values['allow-destructive'] })
  console.log(written.length ? written.map((file) => `Written: ${path.relative(root, file)}`).join('\n') : 'Migrations are up to date.')
  console.log('Updating snapshots…')
  const { code } = await node(programs.vitest(), ['run', '--project', 'unit', 'tests/suites/', '--update=all'], { env: { NODE_ENV: 'test' } })
  if (code !== 0) throw new UsageError('Snapshots are written, but some of the suites fail; see above.')
})
