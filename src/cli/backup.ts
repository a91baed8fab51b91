/**
 * `npm run backup [file]`: writes the whole database to one file, by default in
 * `<DATA_DIR>/backups`.
 */
import path from 'node:path'
import { backup } from '#server/database/backup.ts'
import { backupNow } from '#server/database/schedule.ts'
import { COMMAND, securityEvent } from '#server/security/events.ts'
import { command, readArgs, terminalLog } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

await command(async () => {
  const {
    positionals: [file],
  } = readArgs('npm run backup -- [file.ndjson.gz]', {}, { min: 0, max: 1 })
  await withDatabase(async (db, config) => {
    const keepFreeBytes = config.diskReserveBytes
    const written = file ?? (await backupNow(db, config.dataDir, terminalLog, { keepFreeBytes }))
    if (file) console.log(`${(await backup(db, file)).rows} rows written to ${file}`)
    await securityEvent(db.query, 'backup', COMMAND, { file: path.basename(written) })
  })
})
