/** `npm run migrate`: migrates the configured database. The server does the same when it starts. */
import { command, readArgs } from './terminal.ts'
import { withDatabase } from './withDatabase.ts'

await command(async () => {
  readArgs('npm run migrate', {}, { min: 0, max: 0 })
  await withDatabase(async () => console.log('The database is up to date.'))
})
