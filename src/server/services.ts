import type { AnyResource } from '#schemas/define/resource.ts'
import { resources as declared } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { peopleModel } from './permissions/people.ts'
import { createPresence } from './accounts/presence.ts'
import { hashStoredTokens } from './accounts/tokenHash.ts'
import { sealStored, unopened } from './secrets/sealStored.ts'
import { createVault } from './secrets/vault.ts'
import { ensureSecret, type Config } from './config.ts'
import { endlessRoom } from './health/room.ts'
import { openDatabase } from './database/pool.ts'
import { pushOf } from './firebase/pushSender.ts'
import { createLastCalls } from './health/lastCalls.ts'
import { createMailer } from './mail/mailer.ts'
import { embeddedLevels, migrate } from './migrations/migrate.ts'
import { syncPermissions } from './rules/permission/rules.ts'
import { watchedPush } from './watchedServices.ts'
import { assemble } from './assemble.ts'
import type { ServiceOptions, Services } from './serviceTypes.ts'

export type { Services } from './serviceTypes.ts'

const OWNS_AUDIT =
  'The user of DATABASE_URL owns the audit and may make no role beside it: whoever runs statements as that user could switch off what protects the audit. Let it create roles (ALTER ROLE … CREATEROLE), let a pooler in between pass the role with the suffix "_app" on, then start again.'

const POOLED =
  'DATABASE_URL leads to a pooler in transaction mode: statements are not prepared, live events come with the next look, within a second, and no statement is stopped after 30 seconds unless the pooler or the role says so. With session mode, or the address of the server itself, all three hold.'

/**
 * Opens the database, migrates it and creates the services; used by the server, the commands and
 * tests. Nothing listens and no job runs until `jobs.start()`.
 */
export const createServices = async (
  config: Config,
  {
    db: given,
    beside,
    log = console,
    room = endlessRoom,
    onState,
    mailer: givenMailer,
    push: givenPush,
  }: ServiceOptions = {},
): Promise<Services> => {
  const resources: Readonly<Record<string, AnyResource>> = declared
  const model = compileModel(resources)
  const db =
    given ??
    (await openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      ...(beside ? { beside } : {}),
      ...(onState ? { onState } : {}),
      makeRoom: room.release,
      moving: { levels: embeddedLevels() },
      log,
    }))
  try {
    await migrate(db, { log })
    if (!db.application) log.warn(OWNS_AUDIT)
    if (!db.capabilities.sessions) log.warn(POOLED)
    await syncPermissions(db, model)
    await hashStoredTokens(db.query)
    await createPresence(peopleModel(model), db.query).account(null)
    const secret = await ensureSecret(config)
    const vault = createVault(secret, config.previousSecret ? [config.previousSecret] : [])
    await sealStored(db.query, model, vault)
    const foreign = await unopened(db.query, model, vault)
    if (foreign) log.warn(foreign)
    const calls = createLastCalls({ query: db.query })
    return await assemble({
      config: { ...config, secret },
      vault,
      resources,
      model,
      log,
      db,
      room,
      calls,
      mailer: givenMailer ?? createMailer(config, log, calls),
      push: watchedPush(givenPush ?? pushOf(config.firebaseConfig, db.query), calls),
    })
  } catch (error) {
    room.close()
    await db.close()
    throw error
  }
}
