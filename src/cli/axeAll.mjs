// `npm run test:axe-all`: runs axe on every generated screen of every entity, in every state, both
// themes and both directions. Takes a quarter of an hour.
import { build } from './lib/build.mjs'
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { command } from './lib/paths.mjs'
import { node } from './lib/run.mjs'

requireNode()
await ensureInstalled()
const built = await build()
if (built.code !== 0) process.exit(built.code)
const { code } = await node(
  command.vitest(),
  ['run', '--project', 'journeys', 'tests/journeys/axe.test.ts', ...process.argv.slice(2)],
  { env: { AXE: 'all', NODE_ENV: 'test' } },
)
process.exit(code)
