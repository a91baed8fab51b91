// `npm run test:long`: the proofs that `npm test` only samples, in full: properties of bulks, undos
// and approvals with twenty times as many runs, races again and again, and `kill -9` in the middle
// of bulks, undos and imports. Takes about an hour; arguments are passed to vitest.
import { build } from './lib/build.mjs'
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { command } from './lib/paths.mjs'
import { node, say } from './lib/run.mjs'

requireNode()
await ensureInstalled()
const built = await build()
if (built.code !== 0) process.exit(built.code)

const proofs = [
  ['journeys', ['tests/journeys/killChanges.test.ts']],
  [
    'unit',
    [
      'src/server/operations/operations.test.ts',
      'src/server/operations/together.test.ts',
      'tests/suites/undo.test.ts',
      'src/server/approvals/approvals.test.ts',
      'src/server/permissions/combined.test.ts',
      'src/server/rules/races.test.ts',
      'src/server/rules/proposal/races.test.ts',
    ],
  ],
]
let failed = 0
for (const [project, files] of proofs) {
  say(`${files.join(', ')}…`)
  const { code } = await node(
    command.vitest(),
    ['run', '--project', project, ...files, ...process.argv.slice(2)],
    { env: { LONG: '1', NODE_ENV: 'test' } },
  )
  if (code !== 0) failed += 1
}
process.exit(failed > 0 ? 1 : 0)
