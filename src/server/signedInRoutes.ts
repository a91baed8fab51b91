import { exportFormats } from '#model/exportForms.ts'
import { openApiDocument } from '#model/openapi.ts'
import { explainRoute } from './accounts/explainRoute.ts'
import { approvalRoutes } from './http/approvals.ts'
import { atOnce } from './http/atOnce.ts'
import { auditRoutes } from './http/audit.ts'
import { collectionRoutes } from './http/collections.ts'
import { dashboardRoute } from './http/dashboard.ts'
import { documentToken, keptElsewhere } from './http/documents.ts'
import { liveEvents } from './http/events.ts'
import { exportStarter, importStarter, listExport } from './http/exchange.ts'
import { fileRoutes } from './http/files.ts'
import { inboxRoutes } from './http/inbox.ts'
import { installationRoutes } from './http/installation.ts'
import { integrationRoutes } from './http/integrations.ts'
import { jobRoutes } from './http/jobs.ts'
import type { createMetrics } from './http/metrics.ts'
import { operationRoutes, undoRoute } from './http/operations.ts'
import { organisationRoutes } from './http/organisation.ts'
import { reminderRoutes } from './http/reminders.ts'
import { searchRoute } from './http/search.ts'
import { securityEventRoutes } from './http/securityEvents.ts'
import { signalRoute } from './http/signals.ts'
import { signedIn } from './http/signedIn.ts'
import { metricsRoute, openApiRoute } from './http/system.ts'
import { viewRoutes } from './http/views.ts'
import { worklistsRoute } from './http/worklists.ts'
import { unreadRoute } from './rules/conversation/route.ts'
import { navigationRoute } from './rules/menu/route.ts'
import { announcementRoutes } from './rules/notification/routes.ts'
import type { Services } from './services.ts'
import { newRoutes, type Routes } from './web/routes.ts'

type Metrics = ReturnType<typeof createMetrics>

/** The installation, its organisation and its logs, for operators. */
const addOperating = (api: Routes, services: Services, metrics: Metrics): void => {
  const { model, config, hub } = services
  api.get('/metrics', metricsRoute(metrics))
  api.get(
    '/openapi.json',
    openApiRoute(() => openApiDocument(model, services.resources)),
  )
  api.route('/audit', auditRoutes(services.db, services.reads, model))
  api.route('/security-events', securityEventRoutes(services.db, model))
  api.route('/organisation', organisationRoutes(services.db, services.once))
  api.route(
    '/system/integrations',
    integrationRoutes({
      config,
      calls: services.calls,
      checks: {
        ...(services.mailer.check ? { mail: services.mailer.check } : {}),
        ...(services.checkFiles ? { files: services.checkFiles } : {}),
      },
    }),
  )
  api.route(
    '/system',
    installationRoutes({
      db: services.db,
      dataDir: config.dataDir,
      keepFreeBytes: config.diskReserveBytes,
      log: services.log,
      listeners: () => hub.size,
      replica: services.replica,
      demo: config.demo,
    }),
  )
  api.get('/explain', explainRoute(services.db, model))
}

/** Reading across collections. */
const addOverviews = (api: Routes, services: Services): void => {
  const { model, documents } = services
  api.get('/search', searchRoute(services.reader, documents.collections))
  api.get('/dashboard', dashboardRoute(services.reads, model))
  api.get('/worklists', worklistsRoute(services.reader, services.reads, model))
  api.get('/navigation', navigationRoute(services.db.query, model))
  api.get('/unread', unreadRoute(services.db.query, model))
}

const addLiveEvents = (api: Routes, services: Services): void => {
  const { model, config, accounts, hub } = services
  api.get(
    '/events',
    liveEvents(hub, accounts, model, {
      inboxes: services.inboxes,
      streams: config.rateLimits ? 20 : Infinity,
    }),
  )
  api.post(
    '/signals',
    signalRoute({
      query: services.db.query,
      model,
      signals: services.signals,
      rateLimits: config.rateLimits,
    }),
  )
}

/** What one person sees and keeps, and what is sent to people. */
const addPersonal = (api: Routes, services: Services): void => {
  const { model, config } = services
  api.route(
    '/me/notifications',
    inboxRoutes({ db: services.db, model, secret: config.secret, once: services.once }),
  )
  api.route('/me/reminders', reminderRoutes({ db: services.db, model }, services.once))
  api.route('/views', viewRoutes({ db: services.db, model }, services.once))
  api.route(
    '/announcements',
    announcementRoutes({
      db: services.db,
      model,
      mailer: services.mailer,
      push: services.push,
      pages: config.publicUrl,
      once: services.once,
    }),
  )
}

/** Files, background jobs, approvals and undo. */
const addWork = (api: Routes, services: Services): void => {
  const { model, files, storageFacts } = services
  api.route(
    '/files',
    fileRoutes({ files, storageFacts, uploads: services.uploads, once: services.once, model }),
  )
  api.route('/jobs', jobRoutes(services.jobs, services, services.db.query))
  api.route('/approvals', approvalRoutes(services.approvals, services.once))
  api.route('/operations', operationRoutes(services.operations))
  api.post('/undo/:id', undoRoute(services.operations, services.once))
}

const addCollections = (api: Routes, services: Services): void => {
  const { model, documents } = services
  api.post('/documents/token', documentToken(documents))
  for (const resource of model.resources) {
    if (documents.collections.has(resource.collection)) {
      api.use(`/${resource.collection}/*`, keptElsewhere)
    }
    api.route(
      `/${resource.collection}`,
      collectionRoutes(resource, {
        model,
        reader: services.reader,
        writer: services.writer,
        once: services.once,
        operations: services.operations,
        approvals: services.approvals,
        timeline: { db: services.db, model, secret: services.config.secret },
        timeZone: services.timeZone,
        exportList: listExport(services.reader, model, services.db.query),
        startExport: exportStarter(services.exported, services.db.query),
        startImport: importStarter(services.imports, services.once),
      }),
    )
  }
}

/**
 * Calls of one person at the same time: more than a browser sends, and fewer than the database has
 * connections, so that others never wait behind them.
 */
const OF_ONE_PERSON = { running: 8, waiting: 500 }

/** Limits how many calls of one person run at the same time, expensive ones to fewer. */
const limitAtOnce = (api: Routes): void => {
  api.use('/:collection/aggregate', atOnce({ running: 4, waiting: 24 }))
  const exports = atOnce({ running: 2, waiting: 2 }, { whole: true })
  for (const format of exportFormats) api.use(`/:collection/export.${format}`, exports)
  // Each locks its records until it ends, so those of the same records wait for each other.
  const operations = atOnce({ running: 2, waiting: 8 })
  for (const path of ['/:collection/bulk', '/undo/:id']) api.use(path, operations)
  // Each is held in memory as a whole; one that waits has not been read yet.
  const contents = atOnce({ running: 4, waiting: 20 }, { method: 'POST' })
  for (const path of [
    '/files',
    '/files/uploads/:id/finish',
    '/:collection/import',
    '/:collection/import/table',
  ]) {
    api.use(path, contents)
  }
  // After the others, so that what waits there takes none of these places.
  api.use('*', atOnce(OF_ONE_PERSON))
}

/** Everything below `/api` that only people who are signed in may call. */
export const signedInRoutes = (services: Services, metrics: Metrics): Routes => {
  const api = newRoutes()
  api.use('*', signedIn(services))
  if (services.config.rateLimits) limitAtOnce(api)
  addOperating(api, services, metrics)
  addOverviews(api, services)
  addLiveEvents(api, services)
  addPersonal(api, services)
  addWork(api, services)
  addCollections(api, services)
  return api
}
