/**
 * `npm run documents -- --to server|firestore [collection …]`: copies records between the server's
 * tables and Firestore.
 */
import { judgeAll } from '#model/documents/eligible.ts'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { documentAdmin } from '#server/firebase/documentAdmin.ts'
import { copyDocuments } from '#server/firebase/documentCopy.ts'
import { rules } from '#server/rules/index.ts'
import { command, readArgs, UsageError } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

const usage = 'npm run documents -- --to server|firestore [--dry-run] [collection …]'

await command(async () => {
  const {
    values: { to, 'dry-run': dryRun = false },
    positionals,
  } = readArgs(
    usage,
    { to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    { min: 0, max: 200 },
  )
  if (to !== 'server' && to !== 'firestore') throw new UsageError(usage)
  await withDatabase(async (db, { firebaseConfig: project }) => {
    if (!project) {
      throw new UsageError('No Firebase project is configured: FIREBASE_CONFIG names its section.')
    }
    if (!project.serviceAccount && !project.emulators.firestore) {
      throw new UsageError(
        'serviceAccount is missing in FIREBASE_CONFIG, and records are copied with it.',
      )
    }
    const model = compileModel(resources)
    const verdicts = judgeAll(model, {
      ruled: new Set(Object.keys(rules)),
      checked: new Set(
        Object.values(resources)
          .filter((r) => 'check' in r && r.check)
          .map((r) => r.permission),
      ),
    })
    const names = positionals.length ? positionals : project.documents.resources
    if (!names.length) throw new UsageError(`Name a collection.\n${usage}`)
    for (const name of names) {
      const resource = model.resources.find((r) => r.collection === name)
      const declaration =
        resource && Object.values(resources).find((r) => r.permission === resource.entity)
      if (!resource || !declaration) throw new UsageError(`There is no collection "${name}".`)
      const refusals = verdicts.find((v) => v.collection === name)?.refusals ?? []
      if (to === 'firestore' && refusals.length) {
        throw new UsageError(`"${name}" cannot be kept in Firestore: ${refusals.join(' ')}`)
      }
      const { copied, same, newer, failed } = await copyDocuments({
        db,
        admin: documentAdmin(project),
        resource,
        declaration,
        to,
        dryRun,
      })
      console.log(
        `${name}: ${copied} ${dryRun ? 'would be copied' : 'copied'} to ${to === 'server' ? 'the server' : 'Firestore'}, ${same} there already, ${newer} there in a later version.`,
      )
      for (const { id, why } of failed) console.error(`${name}/${id} was not copied: ${why}`)
      if (failed.length) process.exitCode = 1
    }
  })
})
