// `npm run lint`: lints the given files, or everything.
import { lint } from './lib/checks.mjs'

process.exit((await lint({ files: process.argv.slice(2) })).code)
