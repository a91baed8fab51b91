import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onError } from '../http/errors.ts'
import { processLimiter } from '../web/rateLimit.ts'
import { newRoutes } from '../web/routes.ts'
import { payLinks } from './payLinks.ts'
import { payPageRoutes } from './payRoutes.ts'

test('a payment link opens at most five payments a minute and thirty a day', async () => {
  let now = Date.parse('2026-11-27T10:00:00Z')
  const links = payLinks('a secret of the tests', () => now)
  const id = randomUUID()
  let opened = 0
  const app = newRoutes()
  app.onError(onError(() => {}))
  app.route(
    '/portal/pay',
    payPageRoutes({
      desk: {
        online: true,
        view: async () => ({
          holder: 'ana',
          name: 'ORD-1',
          due: { amount: 100, currency: 'EUR' },
          locale: null,
          seller: { lines: ['Casa'], bank: [] },
        }),
        open: async () => `/pay/test/${++opened}`,
      },
      links,
      limiter: processLimiter({ enabled: true, now: () => now }),
      addressOf: () => '10.0.0.1',
    }),
  )
  const path = links.path('order', id, 'ana')
  for (let minute = 0; minute < 10; minute++) {
    for (let n = 0; n < 6; n++) await app.request(path, { method: 'POST' })
    now += 61_000
  }
  expect(opened).toBe(30)
  now += 86_400_000
  const next = await app.request(path, { method: 'POST' })
  expect([next.status, next.headers.get('location')]).toEqual([303, '/pay/test/31'])
})
