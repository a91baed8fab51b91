import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnyResource } from '#schemas/define/resource.ts'
import { resources as declared } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import { heldKeys } from './accounts/me.ts'
import {
  createAccounts,
  INVITE_JOB,
  withAccounts,
  purgeRateLimits,
  withInvitations,
  type Accounts,
} from './accounts/index.ts'
import { peopleModel } from './permissions/people.ts'
import { createPresence } from './accounts/presence.ts'
import { hashStoredTokens } from './accounts/tokenHash.ts'
import { createPeopleWriter } from './accounts/peopleWriter.ts'
import { checkAudit, isAuditCheckDue } from './audit/check.ts'
import { sealer } from './audit/seal.ts'
import { sealStored, unopened } from './secrets/sealStored.ts'
import { createVault, type Vault } from './secrets/vault.ts'
import { ensureSecret, type Config } from './config.ts'
import { openReads, type Reads, type ReplicaHealth } from './database/reads/reads.ts'
import { testRestore } from './database/restoreTest.ts'
import { endlessRoom, type Room } from './room.ts'
import {
  openDatabase,
  type Database,
  type DatabaseLog,
  type DatabaseOptions,
} from './database/pool.ts'
import { uses } from './firebase/config.ts'
import { firebaseIdentity } from './firebase/identity.ts'
import { openDocuments, type Documents } from './firebase/documents.ts'
import { sweepDrafts } from './durable.ts'
import { createHub, type Hub } from './events/hub.ts'
import { createSignals, type Signals } from './events/signals.ts'
import { createTail } from './events/tail.ts'
import { createImports, type Imports } from './exchange/import.ts'
import { pushOf } from './firebase/pushSender.ts'
import { createFiles, type Files } from './files/files.ts'
import { FORGET_JOB, forgetHandler } from './files/forget.ts'
import { fileLinks, type FileLinks } from './files/links.ts'
import { purgeUnused } from './files/purge.ts'
import { storageFactsOf } from './files/storageFacts.ts'
import { configuredFileStore } from './fileStores.ts'
import { createUploads, type Uploads } from './files/uploads.ts'
import { checkMetrics, metricsKeeper } from './metrics/rollups/keep.ts'
import type { RunOnce } from './http/writes.ts'
import { createJobs, type Jobs } from './jobs/queue.ts'
import { createLastCalls, type LastCalls } from './http/lastCalls.ts'
import { checkStore } from './files/checkStore.ts'
import { createMailer } from './mail/mailer.ts'
import type { Mailer } from './mail/types.ts'
import { migrate, migrationLevels } from './migrations/migrate.ts'
import { automaticHandler } from './notifications/automatic.ts'
import { rescheduleHeld } from './notifications/quiet.ts'
import { operationHandler } from './operations/handler.ts'
import { purgeOperations } from './operations/purge.ts'
import { OPERATION_JOB, type OperationParts } from './operations/types.ts'
import { purgeDeliveries } from './notifications/inbox.ts'
import { createInboxFeed, type InboxFeed } from './notifications/feed.ts'
import { sharedLimiter } from './http/rateLimit.ts'
import { clientNetwork } from './http/address.ts'
import { deskLinks } from './portal/links.ts'
import type { DeskParts } from './portal/routes.ts'
import { DELIVER_JOB } from './notifications/kinds.ts'
import { purgeDevices } from './notifications/devices.ts'
import type { PushSender } from './notifications/push.ts'
import type { PaymentParts } from './payments/routes.ts'
import { paymentLinks } from './payments/signing.ts'
import { createTestGateway } from './payments/testGateway.ts'
import { compileAccess } from './permissions/access.ts'
import { purgeSecurityEvents } from './security/events.ts'
import { createRefusals, type Refusals } from './security/refusals.ts'
import { withSecurityEvents } from './security/rules.ts'
import type { Access, Actor } from './permissions/types.ts'
import { checkRatings } from './rules/ticket/ratings.ts'
import { rules } from './rules/index.ts'
import { tellReads } from './rules/notification/reads.ts'
import { SEND_JOB, sendingHandler, withSending } from './rules/notification/sending.ts'
import { organisationZone } from './rules/organisation/rules.ts'
import { syncPermissions } from './rules/permission/rules.ts'
import { createPayments, REFUND_JOB, withPayments } from './rules/paymentTransaction/gateway.ts'
import { createDesk } from './rules/ticket/desk.ts'
import { DESK_MAIL_JOB, deskMailHandler, withTicketMail } from './rules/ticket/mail.ts'
import { watchedDocuments, watchedIdentity, watchedPush } from './watchedServices.ts'
import { createReader, type FullReader } from './store/read/reader.ts'
import { purgeIdempotency, withIdempotency } from './store/write/idempotency.ts'
import { runScheduled } from './store/write/schedule.ts'
import { createWriter, type TransactionalWriter } from './store/write/writer.ts'
import { collectionLabels } from './texts/labels.ts'

/** The configuration with its secret resolved. */
export type ServerConfig = Config & { readonly secret: string }

/** All services of the server, without a listening socket. */
export interface Services {
  readonly config: ServerConfig
  /** Folder of the built browser app. */
  readonly webRoot: string
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly model: Model
  readonly log: DatabaseLog
  readonly db: Database
  /**
   * Where lists, searches, exports and the dashboard read from: the replica if there is one, else
   * the database.
   */
  readonly reads: Reads
  /** Health of the replica; null without one. */
  readonly replica: () => ReplicaHealth | null
  /** Disk space. */
  readonly room: Room
  readonly reader: FullReader
  readonly writer: TransactionalWriter
  readonly accounts: Accounts
  readonly mailer: Mailer
  /** Results of the last calls to external services. */
  readonly calls: LastCalls
  /** Writes, reads and deletes a small file where new ones go; absent if that is the local disk. */
  readonly checkFiles: (() => Promise<void>) | undefined
  readonly push: PushSender
  readonly files: Files
  readonly storageFacts: ReturnType<typeof storageFactsOf>
  readonly uploads: Uploads
  readonly links: FileLinks
  readonly hub: Hub
  readonly signals: Signals
  /** Queue of refused requests for the security log. */
  readonly refusals: Refusals
  readonly inboxes: InboxFeed
  readonly jobs: Jobs
  readonly imports: Imports
  /** Dependencies of bulk actions and undo. */
  readonly operations: OperationParts
  /** Collections kept in Firestore. */
  readonly documents: Documents
  readonly payments: PaymentParts
  /** The customer's side of tickets (the support portal). */
  readonly desk: DeskParts
  /** Runs an effect once per idempotency key. */
  readonly once: RunOnce
  readonly accessFor: (actor: Actor) => Access
  /** IANA zone of the organisation. */
  readonly timeZone: () => Promise<string>
  /** Stops background work and closes the database. */
  close(): Promise<void>
}

/** Overrides, e.g. an open database or an in-memory mailer in tests. */
export interface ServiceOptions {
  /** Closed with the services. */
  readonly db?: Database
  /**
   * Shares the embedded database of a running server instead of refusing to start; for commands.
   */
  readonly beside?: boolean
  readonly log?: DatabaseLog
  /** Disk space of the data directory; default: unlimited. Closed with the services. */
  readonly room?: Room
  /** Receives the database's states before it is open. */
  readonly onState?: DatabaseOptions['onState']
  readonly mailer?: Mailer
  readonly push?: PushSender
}

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
      log,
    }))
  try {
    await migrate(db, { log })
    if (!db.application) log.warn(OWNS_AUDIT)
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

type Foundation = Pick<
  Services,
  'config' | 'resources' | 'model' | 'log' | 'db' | 'room' | 'mailer' | 'push' | 'calls'
> & { readonly vault: Vault }

// The bundled server is in `dist/server`, the sources in `src/server`.
const findWebRoot = (): string => {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return path.basename(path.dirname(here)) === 'dist'
    ? path.resolve(here, '../web')
    : path.resolve(here, '../../dist/web')
}

const OWNS_AUDIT =
  'The user of DATABASE_URL owns the audit and may make no role beside it: whoever runs statements as that user could switch off what protects the audit. Let it create roles (ALTER ROLE … CREATEROLE), then start again.'

const minuteMs = 60_000
/** Time for a running job to finish on its own; after that it is put back in the queue. */
const JOBS_GRACE_MS = 1500
const readsMs = 15_000
const metricsMs = 5_000
const sealMs = 10_000
const dayMs = 24 * 60 * 60_000
const hourMs = 60 * minuteMs

const assemble = async ({ vault, ...base }: Foundation): Promise<Services> => {
  const { config, resources, model, log, db, room, mailer, push, calls } = base
  const replicated = config.databaseReadUrl
    ? openReads(db, { url: config.databaseReadUrl, log })
    : undefined
  const reads = replicated ?? db
  const reader = createReader({ db, reads, model, secret: config.secret })
  const enqueue: Jobs['enqueue'] = (...job) => jobs.enqueue(...job)
  const test = config.testPayments
    ? createTestGateway(config.secret, { base: config.apiBase })
    : undefined
  const paying = { gateway: test, test, links: paymentLinks(config.secret) }
  const deskAt = {
    links: deskLinks(config.secret, config.mailInbox),
    enqueue,
    base: config.apiBase || config.publicUrl,
  }
  const opened = openDocuments(
    config.firebaseConfig,
    model,
    {
      ruled: new Set(Object.keys(rules)),
      checked: new Set(
        Object.values(resources)
          .filter((r) => r.check)
          .map((r) => r.permission),
      ),
    },
    log.warn,
  )
  const documents = watchedDocuments(opened, calls)
  const named = uses(config.firebaseConfig, 'identity')
    ? firebaseIdentity(config.firebaseConfig, {
        exposed: config.exposed.length > 0,
        pages: config.publicUrl,
        warn: (message) => log.warn(message),
      })
    : undefined
  const identity = named && watchedIdentity(named, calls)
  const writing = {
    vault,
    db,
    model,
    resources,
    elsewhere: documents.load,
    rules: withPayments(
      withSending(
        withSecurityEvents(
          withAccounts(withInvitations(withTicketMail(rules, deskAt), model, enqueue), model, {
            enqueue,
            identity,
            mail: config.smtpUrl !== undefined,
          }),
          model,
        ),
        enqueue,
      ),
      { ...paying, enqueue, pages: config.apiBase ? config.publicUrl : '' },
    ),
  }
  const writer = createWriter(writing)
  const payments = createPayments({ db, model, writer, gateway: test, enqueue })
  const people = createPeopleWriter({ model, writer, query: db.query })
  const accounts = createAccounts({
    db,
    enqueue,
    pool: db.pool,
    model,
    mailer,
    push,
    preferenceKept: (person, key) => rescheduleHeld({ query: db.query, enqueue }, person, key),
    log,
    people,
    config,
    keys: (actor) => documents.keys(compileAccess(model, actor), heldKeys(model, actor)),
    identity,
  })
  const links = fileLinks(config.secret)
  const { store, stores, direct, current } = configuredFileStore(config, log, calls)
  const connected = new Set(Object.keys(stores))
  const files = createFiles({ query: db.query, model, store, links })
  const uploads = createUploads({ db, files, store, direct })
  const desk = createDesk({ db, model, writer, files, links })
  const limits = { enabled: config.rateLimits }
  const refusals = createRefusals({ query: db.query, log })
  const tail = await createTail(db, log.error)
  const hub = createHub(db.query, model, tail, log.error)
  const signals = await createSignals(db, hub)
  const inboxes = await createInboxFeed(db, tail, log.error)
  const accessFor = (actor: Actor): Access => compileAccess(model, actor)
  const imports: Imports = createImports(
    {
      db,
      model,
      resources,
      store,
      accessFor,
      importRows: (...given) => writer.importRows(...given),
    },
    () => jobs,
  )
  const operations: OperationParts = { db, model, resources, writer, writing, accessFor, enqueue }
  const sending = {
    db,
    query: db.query,
    model,
    writer,
    mailer,
    push,
    enqueue,
    pages: config.publicUrl,
  }
  const jobs: Jobs = createJobs(db, {
    log,
    isPaused: () => room.full,
    handlers: {
      import: imports.handler,
      [OPERATION_JOB]: operationHandler(operations),
      [INVITE_JOB]: accounts.inviteJob,
      ...accounts.jobs,
      [REFUND_JOB]: payments.refund,
      [DELIVER_JOB]: automaticHandler({ ...sending, labels: collectionLabels(model) }),
      [SEND_JOB]: sendingHandler(sending),
      [FORGET_JOB]: forgetHandler(store),
      [DESK_MAIL_JOB]: deskMailHandler({ db, model, writer, desk, mailer, ...deskAt }),
    },
  })
  jobs.every(
    minuteMs,
    'scheduled-transitions',
    async () => void (await runScheduled(writing, writer)),
  )
  jobs.every(readsMs, 'notification-reads', () => tellReads(sending))
  jobs.every(metricsMs, 'metrics', metricsKeeper(db, model))
  const seal = sealer(db)
  jobs.every(sealMs, 'seal-audit', async (signal) => void (await seal(signal)))
  jobs.every(10 * minuteMs, 'verify-audit', async () => {
    if (await isAuditCheckDue(db.query)) await checkAudit(db, log)
  })
  jobs.every(
    dayMs,
    'check-metrics',
    async (signal) => void (await checkMetrics(db, model, log, { signal, notSinceMs: dayMs / 2 })),
  )
  jobs.every(
    7 * dayMs,
    'test-restore',
    async () => void (await testRestore(db, config.dataDir, log, migrationLevels)),
  )
  jobs.every(
    dayMs,
    'check-ratings',
    async (signal) => void (await checkRatings({ query: db.query, model, writer, signal })),
  )
  jobs.every(hourMs, 'purge-deliveries', () => purgeDeliveries(db.query))
  jobs.every(hourMs, 'purge-security-events', () => purgeSecurityEvents(db.query))
  jobs.every(hourMs, 'purge-devices', () => purgeDevices(db.query))
  jobs.every(hourMs, 'purge-idempotency', async () => void (await purgeIdempotency(db)))
  jobs.every(hourMs, 'purge-operations', async () => void (await purgeOperations(db.query)))
  jobs.every(hourMs, 'purge-uploads', () => uploads.purge())
  jobs.every(
    dayMs,
    'purge-unused-files',
    async () => void (await purgeUnused({ db, model, elsewhere: documents.collections })),
  )
  jobs.every(
    dayMs,
    'sweep-drafts',
    async () =>
      void (await sweepDrafts(path.join(config.dataDir, 'files'), new Date(Date.now() - dayMs))),
  )
  jobs.every(hourMs, 'purge-rate-limits', () => purgeRateLimits(db.query))
  const outside = current === 'local' ? undefined : stores[current]
  return {
    ...base,
    checkFiles: outside && (() => checkStore(outside)),
    webRoot: findWebRoot(),
    reads,
    replica: () => replicated?.health() ?? null,
    reader,
    writer,
    accounts,
    links,
    hub,
    signals,
    refusals,
    inboxes,
    jobs,
    imports,
    operations,
    accessFor,
    payments: { ...paying, apply: payments.apply, statusOf: payments.statusOf },
    files,
    storageFacts: storageFactsOf({ query: db.query, model, links, connected }),
    uploads,
    documents,
    desk: {
      desk,
      links: deskAt.links,
      limiter: sharedLimiter(db.query, limits),
      addressOf: (c) => clientNetwork(c, config.trustProxy),
    },
    once: (request, write) => withIdempotency(db, request, write),
    timeZone: () => organisationZone({ query: db.query }),
    async close() {
      room.close()
      await jobs.stop(JOBS_GRACE_MS)
      accounts.close()
      signals.close()
      await refusals.close()
      await hub.close()
      await inboxes.close()
      await tail.close()
      await mailer.close()
      await replicated?.close()
      await calls.close()
      await db.close()
    },
  }
}
