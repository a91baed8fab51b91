import { expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { atOnce } from './atOnce.ts'
import { onError } from './errors.ts'
import { newRoutes } from '../web/routes.ts'

const serve = (whole: boolean) => {
  let running = 0
  let most = 0
  const sources: ReadableStreamDefaultController<Uint8Array>[] = []
  const app = newRoutes()
  app.onError(onError(() => undefined))
  app.use('*', async (c, next) => {
    c.set('actor', {
      kind: 'person',
      accountId: c.req.header('x-account') ?? '',
      personId: null,
      name: null,
      tenant: null,
      roleIds: [],
      grants: [],
    })
    await next()
  })
  app.use('/work', atOnce({ running: 2, waiting: 3 }, { whole }))
  app.get('/work', async (c) => {
    most = Math.max(most, ++running)
    await sleep(20)
    running--
    if (!whole) return c.body('done')
    return c.body(new ReadableStream<Uint8Array>({ start: (s) => void sources.push(s) }), 200)
  })
  const ask = async (account: string) => app.request('/work', { headers: { 'x-account': account } })
  return { ask, sources, most: () => most }
}

test('limits running and waiting requests per account, and rejects the rest with 429', async () => {
  const { ask, most } = serve(false)
  const responses = await Promise.all([...Array.from({ length: 7 }, () => ask('a')), ask('b')])
  expect(responses.map((r) => r.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(responses[7]!.status).toBe(200)
  expect(responses.find((r) => r.status === 429)!.headers.get('retry-after')).toBe('2')
  expect(most()).toBe(3)
  expect((await ask('a')).status).toBe(200)
})

test('a streamed response keeps its slot until it is sent or cancelled', async () => {
  const { ask, sources } = serve(true)
  const [first, second] = await Promise.all([ask('a'), ask('a')])
  const waiting = Array.from({ length: 3 }, () => ask('a'))
  await sleep(100)
  expect((await ask('a')).status).toBe(429)
  await second.body!.cancel()
  sources[0]!.enqueue(Buffer.from('all of it'))
  sources[0]!.close()
  expect(await first.text()).toBe('all of it')
  expect((await Promise.race(waiting)).status).toBe(200)
})
