import { publicConfig } from './config.ts'
import { sendProblem, onError } from './http/errors.ts'
import { newRoutes, type Routes } from './web/routes.ts'
import { livePosition } from './http/events.ts'
import { markWhenFull, refuseWhenFull } from './http/fullDisk.ts'
import { fileContent } from './http/files.ts'
import { createMetrics } from './http/metrics.ts'
import { Problem } from './base/problem.ts'
import { aroundRequests } from './http/requests.ts'
import { allowedMethods } from './http/routeTable.ts'
import { serveApp } from './http/staticFiles.ts'
import { metricsForMonitors, systemRoutes } from './http/system.ts'
import { incomingMailRoutes } from './mail/incoming.ts'
import { deskKinds } from './portal/desk.ts'
import { payPageRoutes } from './portal/payRoutes.ts'
import { portalRoutes } from './portal/routes.ts'
import { paymentRoutes, testPageRoutes } from './payments/routes.ts'
import type { Services } from './services.ts'
import { signedInRoutes } from './signedInRoutes.ts'
import { securityOf } from './http/securityHeaders.ts'
import { watchRequests } from './http/refused.ts'

/**
 * Builds the HTTP application over the services: `/api`, file links and the browser app. It does
 * not listen; `app.request('/api/health')` works without a server.
 */
export const createApp = (services: Services): Routes => {
  const { config, accounts, files, links, hub, documents } = services
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

  app.route('/api', signedInRoutes(services, metrics))
  app.route('/files', fileContent(files, links))
  app.route('/pay/test', testPageRoutes(services.payments))
  app.route('/portal/pay', payPageRoutes(services.payPage))
  for (const kind of deskKinds) app.route(`/portal/${kind}`, portalRoutes(kind, services.desk))

  const allowed = allowedMethods(app)
  app.all('/api/*', (c) => {
    const methods = allowed(c.req.path)
    if (methods.length) {
      throw new Problem(
        405,
        'method_not_allowed',
        `This address accepts only ${methods.join(', ')}.`,
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
      sendProblem(c, new Problem(404, 'not_found', 'There is nothing at this address.')),
  )
  return app
}
