/** `npm run entity <name>`: writes a starter schema file and adds it to the index. */
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
  // Imported only now, so that the check includes the new file.
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
