// `npm run test:long`: the tests that `npm test` only samples, in full: `kill -9` in the middle of
// bulks, undos and imports. Takes some minutes.
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
  ['run', '--project', 'journeys', 'tests/journeys/killChanges.test.ts', ...process.argv.slice(2)],
  { env: { LONG: '1', NODE_ENV: 'test' } },
)
process.exit(code)
