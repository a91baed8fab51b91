import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { heldKeys } from './accounts/me.ts'
import { createAccounts, INVITE_JOB, type Accounts } from './accounts/index.ts'
import { createPeopleWriter } from './accounts/peopleWriter.ts'
import { watchStale } from './approvals/sweep.ts'
import type { ApprovalParts } from './approvals/types.ts'
import { createHub } from './events/hub.ts'
import { createSignals } from './events/signals.ts'
import { createTail } from './events/tail.ts'
import { createExports, EXPORT_JOB, type Exports } from './exchange/exportJob.ts'
import { createImports, type Imports } from './exchange/import.ts'
import { createFiles } from './files/files.ts'
import { FORGET_JOB, forgetHandler } from './files/forget.ts'
import { fileLinks } from './files/links.ts'
import { storageFactsOf } from './files/storageFacts.ts'
import { configuredFileStore } from './fileStores.ts'
import { createUploads } from './files/uploads.ts'
import { createJobs, type Jobs } from './jobs/queue.ts'
import { checkStore } from './files/checkStore.ts'
import { DOCUMENT_MAIL_JOB, documentMailHandler } from './mail/documents.ts'
import { automaticHandler } from './notifications/automatic.ts'
import { rescheduleHeld } from './notifications/quiet.ts'
import { operationHandler } from './operations/handler.ts'
import { OPERATION_JOB, type OperationParts } from './operations/types.ts'
import { createInboxFeed } from './notifications/feed.ts'
import { sharedLimiter } from './web/rateLimit.ts'
import { clientNetwork } from './web/address.ts'
import { DELIVER_JOB } from './notifications/kinds.ts'
import { compileAccess } from './permissions/access.ts'
import { noteImport } from './security/imports.ts'
import { createRefusals } from './security/refusals.ts'
import { SEND_JOB, sendingHandler } from './rules/notification/sending.ts'
import { organisationZone } from './rules/organisation/rules.ts'
import { REFUND_JOB } from './rules/paymentTransaction/refundJob.ts'
import { createConversationDesk } from './rules/conversation/desk.ts'
import { DESK_MAIL_JOB, deskMailHandler } from './rules/conversation/deskMail.ts'
import { CHARGE_JOB, chargeJob } from './rules/subscriptionInvoice/chargeJob.ts'
import type { CollectParts } from './rules/subscriptionInvoice/collect.ts'
import { DECLINED_JOB, declinedJob } from './rules/subscriptionInvoice/declined.ts'
import { createPayDesk } from './rules/paymentTransaction/payDesk.ts'
import { createTicketDesk } from './rules/ticket/desk.ts'
import { withIdempotency } from './store/write/idempotency.ts'
import type { TransactionalWriter } from './store/write/writer.ts'
import { connect, type Outside } from './outside.ts'
import { recordServices } from './recordServices.ts'
import { schedule } from './schedule.ts'
import type { Foundation, Services } from './serviceTypes.ts'
import type { FileStore } from './files/store.ts'
import type { JobHandler } from './jobs/types.ts'
import type { Desks } from './portal/desk.ts'

/** Time for a running job to finish on its own; after that it is put back in the queue. */
const JOBS_GRACE_MS = 1500

// The bundled server is in `dist/server`, the sources in `src/server`.
const findWebRoot = (): string => {
  const here = path.dirname(fileURLToPath(import.meta.url))
  return path.basename(path.dirname(here)) === 'dist'
    ? path.resolve(here, '../web')
    : path.resolve(here, '../../dist/web')
}

/** Creates what stores and serves files. */
const fileServices = ({ config, model, log, db, calls }: Foundation) => {
  const links = fileLinks(config.secret)
  const { store, stores, direct, current } = configuredFileStore(config, log, calls)
  const files = createFiles({ db, model, store, links })
  const connected = new Set(Object.keys(stores))
  const remote = current === 'local' ? undefined : stores[current]
  return {
    store,
    links,
    files,
    uploads: createUploads({ db, files, store, direct }),
    storageFacts: storageFactsOf({ query: db.query, model, links, connected }),
    checkFiles: remote && (() => checkStore(remote)),
  }
}

/** Creates what tells open pages about changes. */
const liveServices = async ({ db, model, log }: Foundation) => {
  const tail = await createTail(db, log.error)
  const hub = createHub(db.query, model, tail, log.error)
  const signals = await createSignals(db, hub)
  const inboxes = await createInboxFeed(db, tail, log.error)
  const close = async (): Promise<void> => {
    signals.close()
    await hub.close()
    await inboxes.close()
    await tail.close()
  }
  return { hub, signals, inboxes, tail, close }
}

type Records = ReturnType<typeof recordServices>
type AccessFor = Services['accessFor']

const accountsOf = (
  base: Foundation,
  { writer }: Records,
  { documents, identity }: Outside,
  accessFor: AccessFor,
  enqueue: Jobs['enqueue'],
): Accounts => {
  const { config, model, log, db, mailer, push } = base
  return createAccounts({
    db,
    enqueue,
    pool: db.pool,
    model,
    mailer,
    push,
    preferenceKept: (person, key) => rescheduleHeld({ query: db.query, enqueue }, person, key),
    log,
    people: createPeopleWriter({ model, writer, query: db.query }),
    config,
    keys: (actor) => documents.keys(accessFor(actor), heldKeys(model, actor)),
    identity,
  })
}

/** What the handlers of background jobs use. */
interface Handled {
  readonly accounts: Accounts
  readonly records: Records
  readonly imports: Imports
  readonly exported: Exports
  readonly operations: OperationParts
  readonly store: FileStore
  readonly desks: Desks
  readonly dunning: CollectParts
}

/** What each kind of background job does. */
const handlersOf = (base: Foundation, handled: Handled): Readonly<Record<string, JobHandler>> => {
  const { config, model, db, mailer, push } = base
  const { accounts, imports, operations, store, desks } = handled
  const { writer, payments, portal } = handled.records
  const sending = {
    db,
    query: db.query,
    model,
    writer,
    mailer,
    push,
    enqueue: portal.enqueue,
    pages: config.publicUrl,
  }
  return {
    import: imports.handler,
    [EXPORT_JOB]: handled.exported.handler,
    [OPERATION_JOB]: operationHandler(operations),
    [INVITE_JOB]: accounts.inviteJob,
    ...accounts.jobs,
    [REFUND_JOB]: payments.refund,
    [CHARGE_JOB]: chargeJob(handled.dunning),
    [DECLINED_JOB]: declinedJob(handled.dunning),
    [DELIVER_JOB]: automaticHandler(sending),
    [SEND_JOB]: sendingHandler(sending),
    [FORGET_JOB]: forgetHandler(store),
    [DESK_MAIL_JOB]: deskMailHandler({ db, model, writer, desks, mailer, ...portal }),
    [DOCUMENT_MAIL_JOB]: documentMailHandler({
      db,
      model,
      writer,
      mailer,
      accessFor: (actor) => compileAccess(model, actor),
      host: new URL(portal.base).hostname,
    }),
  }
}

const desksOf = (parts: Parameters<typeof createTicketDesk>[0]): Desks => ({
  tickets: createTicketDesk(parts),
  conversations: createConversationDesk(parts),
})

/** What the pages of customers without an account use. */
const customerPages = (
  { config, model, db }: Foundation,
  { writer, portal }: Records,
  { paying }: Outside,
  desks: Desks,
): Pick<Services, 'desk' | 'payPage'> => {
  const visitors: Pick<Services['desk'], 'limiter' | 'addressOf'> = {
    limiter: sharedLimiter(db.query, { enabled: config.rateLimits }),
    addressOf: (c) => clientNetwork(c, config.trustProxy),
  }
  const online = paying.gateway !== undefined
  return {
    desk: { desks, links: portal.links, ...visitors },
    payPage: {
      desk: createPayDesk({ db, model, writer, online }),
      links: paying.payLinks,
      ...visitors,
    },
  }
}

/** What charges saved cards and sends reminders of overdue invoices. */
const dunningOf = (
  { model, db }: Foundation,
  { writer, portal }: Records,
  { paying }: Outside,
  enqueue: Jobs['enqueue'],
): CollectParts => ({
  db,
  model,
  writer,
  enqueue,
  gateway: paying.gateway,
  payLinks: paying.payLinks,
  base: portal.base,
})

/** Creates the services over an open database, and registers their jobs; none runs yet. */
export const assemble = async (base: Foundation): Promise<Services> => {
  const { vault, ...shared } = base
  const { resources, model, log, db, room, mailer, calls } = base
  const enqueue: Jobs['enqueue'] = (...job) => jobs.enqueue(...job)
  const accessFor: AccessFor = (actor) => compileAccess(model, actor)
  const outside = connect(base)
  const { documents } = outside
  const records = recordServices(base, outside, enqueue)
  const { writer, writing, reads, reader, replicated, payments } = records
  const accounts = accountsOf(base, records, outside, accessFor, enqueue)
  const { store, ...filed } = fileServices(base)
  const dunning = dunningOf(base, records, outside, enqueue)
  const desks = desksOf({ db, model, writer, files: filed.files, links: filed.links })
  const refusals = createRefusals({ query: db.query, log })
  const { close: closeLive, tail, ...live } = await liveServices(base)
  const importRows: TransactionalWriter['importRows'] = (...given) => writer.importRows(...given)
  const imports = createImports(
    { db, model, resources, store, accessFor, importRows, noteStart: noteImport },
    () => jobs,
  )
  const exported = createExports({ db, model, store, reader, accessFor }, () => jobs)
  const operations: OperationParts = { db, model, resources, writer, accessFor, enqueue }
  const approvals: ApprovalParts = { db, model, writer, vault, accessFor, operations }
  const stopWatching = watchStale(approvals, tail, log.error)
  const handled = { accounts, records, imports, exported, operations, store, desks, dunning }
  const jobs = createJobs(db, {
    log,
    isPaused: () => room.full,
    handlers: handlersOf(base, handled),
  })
  schedule(jobs, {
    ...base,
    writing,
    writer,
    approvals,
    documents,
    exported,
    uploads: filed.uploads,
    dunning,
  })
  return {
    ...shared,
    ...filed,
    ...live,
    webRoot: findWebRoot(),
    reads,
    replica: () => replicated?.health() ?? null,
    reader,
    writer,
    accounts,
    refusals,
    jobs,
    imports,
    exported,
    operations,
    approvals,
    accessFor,
    documents,
    payments: { ...outside.paying, apply: payments.apply, statusOf: payments.statusOf },
    ...customerPages(base, records, outside, desks),
    once: (request, write) => withIdempotency(db, request, write),
    timeZone: () => organisationZone({ query: db.query }),
    async close() {
      room.close()
      await jobs.stop(JOBS_GRACE_MS)
      accounts.close()
      await refusals.close()
      await stopWatching()
      await closeLive()
      await mailer.close()
      await replicated?.close()
      await calls.close()
      await db.close()
    },
  }
}
