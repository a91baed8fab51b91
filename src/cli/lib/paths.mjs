import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** Absolute path of a file or folder in the repository. */
export const at = (...parts) => path.join(root, ...parts)

/**
 * Script of an installed command, to be run by this Node: independent of shells and `.bin` links.
 */
export const command = {
  vite: () => at('node_modules/vite/bin/vite.js'),
  vitest: () => at('node_modules/vitest/vitest.mjs'),
  tsc: () => at('node_modules/typescript/bin/tsc'),
  tsx: () => at('node_modules/tsx/dist/cli.mjs'),
  oxlint: () => at('node_modules/oxlint/bin/oxlint'),
  oxfmt: () => at('node_modules/oxfmt/bin/oxfmt'),
  knip: () => at('node_modules/knip/bin/knip.js'),
  redocly: () => at('node_modules/@redocly/cli/bin/cli.js'),
}
