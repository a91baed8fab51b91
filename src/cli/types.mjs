// `npm run types`: checks all types, with a checker per core of a small machine.
import { checkTypes } from './lib/checks.mjs'

process.exit((await checkTypes({ checkers: 2, args: process.argv.slice(2) })).code)
