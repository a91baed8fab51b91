// `npm run <command>`: runs a command of this folder, installing packages first if they are
// missing.
import { existsSync } from 'node:fs'
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { at, command } from './lib/paths.mjs'
import { node } from './lib/run.mjs'

requireNode()
await ensureInstalled()
const [name, ...args] = process.argv.slice(2)
const plain = at('src/cli', `${name}.mjs`)
const { code } = existsSync(plain)
  ? await node(plain, args)
  : await node(command.tsx(), [at('src/cli', `${name}.ts`), ...args])
process.exit(code)
