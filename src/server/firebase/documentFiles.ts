/** Generates the files of a document database from the schemas. */
import { judgeAll, type Facts, type Verdict } from '#model/documents/eligible.ts'
import type { Model } from '#model/types.ts'
import { indexesFile } from './indexesFile.ts'
import { rulesFile } from './rulesFile.ts'

/** Returns the report on every resource. */
const report = (
  model: Model,
  verdicts: readonly Verdict[],
): string => `# Which resources Firestore can keep

Written by \`npm run generate\` from the schemas; do not edit. A resource may be named in \`documents.resources\` of the
Firebase configuration only when nothing here speaks against it: browsers ask Firestore directly, so whatever its rules
cannot hold would be held by nobody. The rules themselves were not evaluated where they were written.

${verdicts
  .map(({ collection, refusals, notes }) => {
    const name = model.resources.find((r) => r.collection === collection)?.label.many ?? collection
    return `## ${name} (\`${collection}\`): ${refusals.length ? 'no' : 'yes'}\n\n${[...refusals, ...(refusals.length ? [] : notes)].map((line) => `- ${line}`).join('\n') || 'Nothing to say against it.'}\n`
  })
  .join('\n')}`

/**
 * Returns name → content of every generated file. Resources that Firestore cannot keep have neither
 * rules nor indexes.
 */
export const documentFiles = (model: Model, facts: Facts): Readonly<Record<string, string>> => {
  const verdicts = judgeAll(model, facts)
  const chosen = model.resources.filter((r) =>
    verdicts.some((v) => v.collection === r.collection && !v.refusals.length),
  )
  return {
    'firestore.rules': rulesFile(chosen),
    'firestore.indexes.json': indexesFile(chosen),
    'documents.md': report(model, verdicts),
  }
}
