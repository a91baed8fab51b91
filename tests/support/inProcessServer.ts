/**
 * The whole server in the process of a test, on an empty database in memory, with a page's calls
 * routed to it.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { peopleModel } from '#server/permissions/people.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import type { Access } from '#server/permissions/types.ts'
import { createServices } from '#server/services.ts'
import { migratedDatabase, silentLog } from './database.ts'

const PASSWORD = 'demo-password'

/** A call of a page and its response. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly status: number
}

/** A live event stream without events: pages of these tests show one moment. */
const silence = (signal: AbortSignal | null | undefined): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        signal?.addEventListener('abort', () => {
          try {
            controller.error(new DOMException('aborted', 'AbortError'))
          } catch {
            /* Already ended. */
          }
        })
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

const busy = (): Response =>
  new Response(
    JSON.stringify({
      type: 'about:blank',
      title: 'Busy',
      status: 503,
      code: 'busy',
      detail: 'The server is busy.',
    }),
    { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' } },
  )

/** Starts the server and routes `fetch` to it. Close it after the tests of the file. */
export const startInProcess = async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'screens-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET: 'a secret of the tests, long enough to be one',
    RATE_LIMITS: 'off',
    DEMO: '0',
    PORT: '4299',
  })
  const errors: string[] = []
  const services = await createServices(config, {
    db: await migratedDatabase(),
    mailer: memoryMailer(),
    log: { ...silentLog, error: (message) => errors.push(message) },
  })
  await ensureBuiltInRoles(services)
  const app = createApp(services)
  const { model, writer, accounts } = services

  let asked: Received[] = []
  let open = 0
  let down: (path: string) => boolean = () => false
  const before = globalThis.fetch
  const respond = async (
    request: Request,
    address: string,
    signal: AbortSignal | null | undefined,
  ): Promise<Response> => {
    const { pathname } = new URL(address)
    if (pathname === '/api/events') return silence(signal)
    open++
    try {
      const response = down(pathname) ? busy() : await app.fetch(request)
      // Read here, so that a page is settled only when it has its responses.
      const body = response.status === 204 ? null : await response.arrayBuffer()
      asked.push({
        method: request.method,
        path: address.slice(address.indexOf('/api')),
        status: response.status,
      })
      return new Response(body, { status: response.status, headers: response.headers })
    } finally {
      open--
    }
  }
  globalThis.fetch = async (input, init = {}) => {
    const address = new URL(String(input), 'http://localhost:4299').href
    // The page's signals belong to another realm than Node's requests.
    const { signal, ...rest } = init
    signal?.throwIfAborted()
    const response = await respond(new Request(address, rest), address, signal)
    signal?.throwIfAborted()
    return response
  }

  const call = async (
    method: string,
    address: string,
    body?: unknown,
    token?: string,
  ): Promise<Response> =>
    app.request(address, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  return {
    services,
    model,
    errors,
    /** Returns the page's calls since the last time and clears them. */
    takeRequests: (): Received[] => {
      const was = asked
      asked = []
      return was
    },
    /** Number of pending calls. */
    get open() {
      return open
    },
    /** Responds with 503 to matching paths, until called again. */
    fail(match: (path: string) => boolean = () => false) {
      down = match
    },
    /** Reads as a person. */
    async get<T>(address: string, token: string): Promise<T> {
      const response = await call('GET', address, undefined, token)
      if (!response.ok) throw new Error(`${address}: ${await response.text()}`)
      return (await response.json()) as T
    },
    /**
     * Creates a person of a built-in role, working for `tenant` if given, and signs them in;
     * `access` are their permissions.
     */
    async signIn(
      role: string,
      tenant?: string,
    ): Promise<{ token: string; expiresAt: string; access: Access }> {
      const { resource, person } = peopleModel(model)
      const email = `${role.replace(/\W/g, '-')}@example.com`
      const known = {
        [person.name]: `Person ${role}`,
        [person.email]: email,
        [person.roles]: [builtInRole(role).id],
        ...(tenant ? { [person.tenant]: tenant } : {}),
      }
      const { id } = await writer.create(resource, known, {
        access: compileAccess(model, systemActor),
        channel: 'system',
        requestId: 'samples',
        operationId: randomUUID(),
        set: { state: person.active, id: '01900000-0000-7000-8999-000000000001' },
      })
      await accounts.createAccount({
        email,
        password: PASSWORD,
        name: `Person ${role}`,
        verified: true,
        personId: id,
      })
      const result = await call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
      const { token, expiresAt } = (await result.json()) as { token: string; expiresAt: string }
      await call('PUT', '/api/me/preferences/timeZone', 'UTC', token)
      const actor = await accounts.authenticate(
        new Request('http://localhost:4299/', { headers: { authorization: `Bearer ${token}` } }),
      )
      if (!actor) throw new Error(`${email} could not sign in.`)
      return { token, expiresAt, access: services.accessFor(actor) }
    },
    async close() {
      globalThis.fetch = before
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type InProcess = Awaited<ReturnType<typeof startInProcess>>
