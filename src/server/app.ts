import { openApiDocument } from '#model/openapi.ts'
import { publicConfig } from './config.ts'
import { approvalRoutes } from './http/approvals.ts'
import { atOnce } from './http/atOnce.ts'
import { collectionRoutes } from './http/collections.ts'
import { answerProblem, onError } from './http/errors.ts'
import { documentToken, keptElsewhere } from './http/documents.ts'
import { dashboardRoute } from './http/dashboard.ts'
import { worklistsRoute } from './http/worklists.ts'
import { newRoutes, type Routes } from './web/routes.ts'
import { liveEvents, livePosition } from './http/events.ts'
import { inboxRoutes } from './http/inbox.ts'
import { reminderRoutes } from './http/reminders.ts'
import { explainRoute } from './accounts/explainRoute.ts'
import { csvExport, importStarter } from './http/exchange.ts'
import { markWhenFull, refuseWhenFull } from './http/fullDisk.ts'
import { fileContent, fileRoutes } from './http/files.ts'
import { jobRoutes } from './http/jobs.ts'
import { createMetrics } from './http/metrics.ts'
import { auditRoutes } from './http/audit.ts'
import { integrationRoutes } from './http/integrations.ts'
import { installationRoutes } from './http/installation.ts'
import { operationRoutes, undoRoute } from './http/operations.ts'
import { organisationRoutes } from './http/organisation.ts'
import { navigationRoute } from './rules/menu/route.ts'
import { Problem } from './base/problem.ts'
import { aroundRequests } from './http/requests.ts'
import { allowedMethods } from './http/routeTable.ts'
import { searchRoute } from './http/search.ts'
import { serveApp } from './http/staticFiles.ts'
import { signalRoute } from './http/signals.ts'
import { signedIn } from './http/signedIn.ts'
import { metricsForMonitors, metricsRoute, openApiRoute, systemRoutes } from './http/system.ts'
import { unreadRoute } from './rules/conversation/route.ts'
import { incomingMailRoutes } from './mail/incoming.ts'
import { deskKinds } from './portal/desk.ts'
import { portalRoutes } from './portal/routes.ts'
import { paymentRoutes, testPageRoutes } from './payments/routes.ts'
import { announcementRoutes } from './rules/notification/routes.ts'
import type { Services } from './services.ts'
import { securityEventRoutes } from './http/securityEvents.ts'
import { securityOf } from './http/securityHeaders.ts'
import { watchRequests } from './http/refused.ts'
import { viewRoutes } from './http/views.ts'

/**
 * Builds the HTTP application over the services: `/api`, file links and the browser app. It does
 * not listen; `app.request('/api/health')` works without a server.
 */
export const createApp = (services: Services): Routes => {
  const { model, config, accounts, files, storageFacts, links, hub, documents } = services
  const app = newRoutes()
  const metrics = createMetrics()
  metrics.gauge('live_listeners', 'Open streams of live events.', () => hub.size)

  app.use('*', aroundRequests(securityOf(config), metrics))
  app.use(
    '*',
    watchRequests({
      trustProxy: config.trustProxy,
      refusals: services.refusals,
      log: services.log,
    }),
  )
  app.onError(
    onError((entry) =>
      services.log.error(
        `${entry.method} ${entry.path} failed (request ${entry.requestId}${entry.correlationId ? `, correlation ${entry.correlationId}` : ''}): ${entry.error instanceof Error ? (entry.error.stack ?? entry.error.message) : String(entry.error)}`,
      ),
    ),
  )

  app.use('*', markWhenFull(services.room))
  app.use('*', refuseWhenFull(services.room))
  app.on('GET', '/api/me', livePosition(hub))
  app.route('/', accounts.routes)
  app.route('/api', systemRoutes(services))
  app.on('GET', '/api/metrics', metricsForMonitors(metrics, config.metricsToken))

  app.route('/api/payments', paymentRoutes(services.payments))
  app.route('/api/mail', incomingMailRoutes({ ...services.desk, secret: config.mailSecret }))

  const api = newRoutes()
  api.use('*', signedIn(services))
  if (config.rateLimits) {
    api.use('/:collection/aggregate', atOnce({ running: 4, waiting: 24 }))
    api.use('/:collection/export.csv', atOnce({ running: 2, waiting: 2 }, { whole: true }))
  }
  api.get('/metrics', metricsRoute(metrics))
  api.get(
    '/openapi.json',
    openApiRoute(() => openApiDocument(model, services.resources)),
  )
  api.get('/search', searchRoute(services.reader, documents.collections))
  api.get('/dashboard', dashboardRoute(services.reads, model))
  api.get('/worklists', worklistsRoute(services.reader, services.reads, model))
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
      log: services.log,
      listeners: () => hub.size,
      replica: services.replica,
      demo: config.demo,
    }),
  )
  api.get('/navigation', navigationRoute(services.db.query, model))
  api.get('/unread', unreadRoute(services.db.query, model))
  api.get('/explain', explainRoute(services.db, model))
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
  api.route(
    '/files',
    fileRoutes({ files, storageFacts, uploads: services.uploads, once: services.once, model }),
  )
  api.route('/jobs', jobRoutes(services.jobs, services.imports, services.db.query))
  api.route('/approvals', approvalRoutes(services.approvals, services.once))
  api.route('/operations', operationRoutes(services.operations))
  api.post('/undo/:id', undoRoute(services.operations, services.once))
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
        timeline: { db: services.db, model, secret: config.secret },
        timeZone: services.timeZone,
        exportCsv: csvExport(services.reader, services.db.query),
        startImport: importStarter(services.imports, services.once),
      }),
    )
  }
  app.route('/api', api)
  app.route('/files', fileContent(files, links))
  app.route('/pay/test', testPageRoutes(services.payments))
  for (const kind of deskKinds) app.route(`/portal/${kind}`, portalRoutes(kind, services.desk))

  const allowed = allowedMethods(app)
  app.all('/api/*', (c) => {
    const methods = allowed(c.req.path)
    if (methods.length) {
      throw new Problem(
        405,
        'method_not_allowed',
        `This address answers ${methods.join(', ')} only.`,
        { headers: { Allow: methods.join(', ') } },
      )
    }
    throw new Problem(404, 'not_found', 'There is nothing at this address.')
  })
  const page = serveApp({
    root: services.webRoot,
    publicConfig: {
      ...publicConfig(config),
      ...(documents.collections.size ? { documents: documents.pages } : {}),
    },
  })
  app.notFound(
    async (c) =>
      (await page(c)) ??
      answerProblem(c, new Problem(404, 'not_found', 'There is nothing at this address.')),
  )
  return app
}
