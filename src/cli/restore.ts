/** `npm run restore <file>`: restores a backup into the configured database, all or nothing. */
import path from 'node:path'
import { restore } from '#server/database/restore.ts'
import { COMMAND, securityEvent } from '#server/security/events.ts'
import { command, readArgs } from './terminal.ts'
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
  await withDatabase(async (db) => {
    const { rows } = await restore(db, file, { replace: values.replace })
    await securityEvent(db.query, 'restore', COMMAND, { file: path.basename(file) })
    console.log(`${rows} rows restored from ${file}`)
  })
})
