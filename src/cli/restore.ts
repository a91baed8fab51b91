/**
 * `npm run restore <file>`: restores a backup into the configured database, all or nothing, and
 * migrates a backup of an older version.
 */
import path from 'node:path'
import { restore } from '#server/database/restore.ts'
import { migrate, migrationLevels } from '#server/migrations/migrate.ts'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { ensureSecret } from '#server/config.ts'
import { unopened } from '#server/secrets/sealStored.ts'
import { createVault } from '#server/secrets/vault.ts'
import { COMMAND, securityEvent } from '#server/security/events.ts'
import { command, readArgs, terminalLog } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

await command(async () => {
  const {
    positionals: [file = ''],
    values,
  } = readArgs(
    'npm run restore -- <file.ndjson.gz> [--replace]',
    { replace: { type: 'boolean', default: false } },
    { min: 1, max: 1 },
  )
  await withDatabase(
    async (db, config) => {
      const model = compileModel(resources)
      const { previousSecret } = config
      const vault = createVault(await ensureSecret(config), previousSecret ? [previousSecret] : [])
      const { rows } = await restore(db, file, {
        replace: values.replace,
        levels: migrationLevels(db),
        accept: (query) => unopened(query, model, vault),
      })
      await migrate(db, { log: terminalLog })
      await securityEvent(db.query, 'restore', COMMAND, { file: path.basename(file) })
      console.log(`${rows} rows restored from ${file}`)
    },
    { asItIs: true },
  )
})
