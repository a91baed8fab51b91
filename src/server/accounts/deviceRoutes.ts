import { say } from '#model/message.ts'
import { isUuid } from '#model/uuid.ts'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import type { Ctx } from '../web/context.ts'
import { notFound, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { listDevices, registerDevice, removeDevice } from '../notifications/devices.ts'
import { NO_SERVICE } from '../notifications/push.ts'
import { bodyOf, sessionOf, type Parts } from './parts.ts'

const TEST = {
  title: 'Notifications work on this device',
  body: 'This is the test you requested.',
  link: '/settings?tab=notifications',
}

const idOf = (c: Ctx): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound('device')
  return id
}

/** The caller's devices for push messages. Each belongs to the session that registered it. */
export const deviceRoutes = (parts: Parts): Routes =>
  newRoutes()
    .use('*', async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    })
    .get('/', async (c) => {
      const session = await sessionOf(parts, c)
      const { personId } = session.actor
      const devices = personId === null ? [] : await listDevices(parts.query, personId)
      return c.json({
        available: parts.push.available,
        data: devices.map(({ sessionId, ...device }) => ({
          ...device,
          current: sessionId === session.id,
        })),
      })
    })
    .put('/', async (c) => {
      const session = await sessionOf(parts, c)
      const { token } = await bodyOf(c, {
        token: z
          .string()
          .min(20, 'Not an address of a device.')
          .max(4096, 'Not an address of a device.')
          .regex(/^[\w:.~-]+$/, 'Not an address of a device.'),
      })
      const { personId } = session.actor
      if (personId === null) {
        throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
      }
      if (!parts.push.available) throw new Problem(409, 'no_push_service', NO_SERVICE)
      await parts.limiter.take(`device ${session.accountId}`, 60)
      const id = await registerDevice(parts.query, {
        person: personId,
        session: session.id,
        token,
        userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
      })
      return c.json({ data: { id } })
    })
    .delete('/:id', async (c) => {
      const { actor } = await sessionOf(parts, c)
      if (actor.personId === null || !(await removeDevice(parts.query, actor.personId, idOf(c)))) {
        throw notFound('device')
      }
      return c.body(null, 204)
    })
    .post('/:id/test', async (c) => {
      const session = await sessionOf(parts, c)
      const { personId } = session.actor
      const device = idOf(c)
      if (
        personId === null ||
        !(await listDevices(parts.query, personId)).some((d) => d.id === device)
      ) {
        throw notFound('device')
      }
      await parts.limiter.take(`push test ${session.accountId}`, 10)
      const state = await parts.push
        .send({ type: 'person', id: personId, device }, { ...TEST, key: uuidv7() })
        .catch((error: unknown) => {
          throw new Problem(
            409,
            'not_sent',
            say('The message could not be sent: {{reason}}', {
              reason: error instanceof Error ? error.message : String(error),
            }),
          )
        })
      return c.json({ data: { state } })
    })
