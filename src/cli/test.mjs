// `npm test`: runs all checks of the project; the last line is `N passed, N failed`. `-- --only
// vitest,journeys` runs selected phases. `-- --changed [commit]` takes a minute and runs what a
// change since a commit (default: the last one) can break nearby.
import { ensureInstalled, requireNode } from './lib/install.mjs'
import { ensurePrograms } from './lib/needs.mjs'
import { say, since as elapsed } from './lib/run.mjs'

requireNode()
const phases = await import('./lib/phases.mjs')
const since = process.argv.indexOf('--changed')
const groups = since > 0 ? phases.changedGroups(process.argv[since + 1] ?? 'HEAD') : phases.groups
const all = groups.flat().map((phase) => phase.name)
const asked = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : all
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no phase ${unknown.map((name) => `"${name}"`).join(', ')}. Phases: ${all.join(', ')}.`,
  )
  process.exit(1)
}

await ensurePrograms()
await ensureInstalled()

const total = { passed: 0, failed: 0 }
/** Failures by phase name. */
const failures = new Map()

async function perform(phase) {
  const start = performance.now()
  say(`${phase.name}…`)
  const result = await phase
    .run()
    .catch((error) => ({ passed: 0, failed: 1, output: `${error?.stack ?? error}\n` }))
  if (result.failed > 0) {
    failures.set(phase.name, result.output.trimEnd())
    if (!phase.live) console.log(result.output.trimEnd())
  }
  say(`${phase.name}: ${result.passed} passed, ${result.failed} failed (${elapsed(start)})`)
  total.passed += result.passed
  total.failed += result.failed
}

for (const group of groups) {
  const wanted = group.filter((phase) => asked.includes(phase.name))
  const possible = wanted.filter((phase) => !failures.has(phase.needs))
  for (const phase of wanted) {
    if (possible.includes(phase)) continue
    say(`${phase.name}: not run, because ${phase.needs} failed`)
    total.failed += 1
  }
  await Promise.all(possible.map(perform))
}

for (const [name, output] of failures) say(`${name} failed:\n${output}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
