import { command } from './paths.mjs'
import { node } from './run.mjs'

/**
 * The type checker and the linter are Go programs that live for seconds, so that collecting garbage
 * costs them a third of their time. They collect only when they hold more than this.
 */
const lasting = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** Folders and files that the linter checks. */
const linted = ['src', 'schemas', 'tests', 'vite.config.ts']

/**
 * Checks all types. `checkers` are threads: two of them repeat a quarter of each other's work.
 *
 * @param {{ checkers?: number, quiet?: boolean, args?: readonly string[] }} [options]
 */
export const checkTypes = ({ checkers = 1, quiet = false, args = [] } = {}) =>
  node(command.tsc(), ['--checkers', String(checkers), ...args], { quiet, env: lasting })

/**
 * Lints files, or everything.
 *
 * @param {{ files?: readonly string[], quiet?: boolean }} [options]
 */
export const lint = ({ files = [], quiet = false } = {}) =>
  node(
    command.oxlint(),
    ['--type-aware', '--deny-warnings', ...(files.length > 0 ? files : linted)],
    { quiet, env: lasting },
  )
