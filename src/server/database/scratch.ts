import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { APPLICATION, withClient } from './embedded/ready.ts'

/** Prefix of databases that are removed after use. */
const PREFIX = 'restore_test_'

/**
 * Creates an empty database on the server of `url`. Returns its address and a function that removes
 * it. Rejects if the role of `url` cannot create databases; on the embedded server, the owner of
 * its socket does.
 */
export async function makeScratch(
  url: string,
  kind: 'embedded' | 'postgres',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`
  const admin = new URL(url)
  if (kind === 'embedded') {
    admin.username = 'postgres'
  }
  const there = new URL(url)
  there.pathname = `/${name}`
  const owner = kind === 'embedded' ? `OWNER ${APPLICATION}` : ''
  const quoted = pg.escapeIdentifier(name)
  await withClient(admin.href, async (client) => {
    // Databases of a server that was killed meanwhile; one in use is not removed.
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE '${PREFIX}%'`,
    )
    for (const { datname } of rows) {
      await client.query(`DROP DATABASE ${pg.escapeIdentifier(datname)}`).catch(() => {})
    }
    await client.query(`CREATE DATABASE ${quoted} ${owner} TEMPLATE template0`)
  })
  return {
    url: there.href,
    drop: () =>
      withClient(
        admin.href,
        async (client) => void (await client.query(`DROP DATABASE ${quoted} WITH (FORCE)`)),
      ),
  }
}
