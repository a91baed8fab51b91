// `npm start`: from a fresh clone to a running back-office. Uses only Node's own modules, since
// nothing is installed yet.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { node, say } from './lib/run.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
say('Starting the server…')
const { code } = await node(at('dist/server/server.js'), process.argv.slice(2))
process.exit(code)
