import { createMiddleware } from 'hono/factory'
import { needsRoom } from '#model/changing.ts'
import type { Room } from '../health/room.ts'
import type { Env } from '../web/context.ts'
import { Problem } from '../base/problem.ts'

/** Header set on every response while the disk is full, so that pages can warn people. */
export const FULL_HEADER = 'X-Disk'

export const diskFull = (): Problem =>
  new Problem(
    507,
    'disk_full',
    'The disk of the server is full, so nothing was saved. Try again when there is room.',
    { headers: { 'Retry-After': '60' } },
  )

/** Rejects writes with 507 while the disk is full, before reading the body. */
export const refuseWhenFull = (room: Room) =>
  createMiddleware<Env>(async (c, next) => {
    if (needsRoom(c.req.method, c.req.path) && (await room.look())) {
      throw diskFull()
    }
    await next()
  })

/** Marks responses while the disk is full. */
export const markWhenFull = (room: Room) =>
  createMiddleware<Env>(async (c, next) => {
    await next()
    if (room.full) c.res.headers.set(FULL_HEADER, 'full')
  })
