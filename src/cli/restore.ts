/** `npm run restore <file>`: restores a backup into the configured database, all or nothing. */
import { restore } from '#server/database/restore.ts'
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
    console.log(`${rows} rows restored from ${file}`)
  })
})
