// `npm run build`: builds everything into `dist`, even if nothing changed.
import { build } from './lib/build.mjs'
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { say, since } from './lib/run.mjs'

requireNode()
await ensureInstalled()
const start = performance.now()
const { code } = await build()
if (code === 0) say(`Built in ${since(start)}`)
process.exit(code)
