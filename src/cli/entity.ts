/** `npm run entity <name>`: writes a first schema file and its line in the index. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { addToIndex, entityFile } from './entityFile.ts'
import { at } from './lib/paths.mjs'
import { command, readArgs, UsageError } from './terminal.ts'

await command(async () => {
  const {
    positionals: [name = ''],
  } = readArgs('npm run entity -- <name>    (camelCase, singular: coupon)', {}, { min: 1, max: 1 })
  const text = entityFile(name)
  const file = at('schemas', `${name}.ts`)
  const index = at('schemas/index.ts')
  if (existsSync(file)) throw new UsageError(`schemas/${name}.ts exists already.`)
  const added = addToIndex(readFileSync(index, 'utf8'), name)
  writeFileSync(file, text)
  writeFileSync(index, added)
  // Only now, so that the new file is among what is checked.
  const [{ checkResources, formatProblems }, { resources }] = await Promise.all([
    import('#schemas/define/checks.ts'),
    import('#schemas/index.ts'),
  ])
  const problems = formatProblems(checkResources(resources))
  if (problems) console.error(problems)
  console.log(
    `Written: schemas/${name}.ts and its line in schemas/index.ts. Next: npm run generate, then npm run dev.`,
  )
})
