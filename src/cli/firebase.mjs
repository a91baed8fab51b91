// `npm run test:firebase`: tests the services that a Firebase project can replace, with Google's
// own SDK against local emulators and stand-ins.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { ensurePrograms } from './lib/needs.mjs'

requireNode()
await ensurePrograms()
await ensureInstalled()
await ensureBuilt()
const { firebase } = await import('./lib/phases.mjs')
const { passed, failed, output } = await firebase()
if (failed > 0 && output) console.log(output.trimEnd())
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
