import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outsideFetch } from './outsideFetch.ts'

const servers: Server[] = []
const serve = async (status: number, location?: string) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end('inside')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
let inside: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  inside = await serve(200)
})
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
})

test.each([301, 302, 303, 307, 308])('a %i redirect is not followed', async (status) => {
  const outside = await serve(status, `${inside.url}/secret`)
  const response = await outsideFetch(`${outside.url}/a`, {
    method: 'POST',
    body: 'what is sent',
    headers: { Authorization: 'Bearer token' },
    redirect: 'follow',
  })
  expect([response.status, response.ok]).toEqual([status, false])
  expect([outside.asked, inside.asked]).toEqual([['/a'], []])
})

/** `fetch` as a call or a value; not a method of that name, nor a declaration of one. */
const USE = /(?<![\w.#'])fetch(?:\((?!request: )|[,)]|$)/m
const COMMENT = /^\s*(?:\/\/|\*|\/\*).*$/gm

test('all outgoing calls of the server go through outsideFetch', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const direct = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      !file.endsWith('outsideFetch.ts') &&
      USE.test(readFileSync(path.join(root, file), 'utf8').replace(COMMENT, '')),
  )
  expect(direct).toEqual([])
})
