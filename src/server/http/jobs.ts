import { Hono } from 'hono'
import type { Jobs } from '../jobs/types.ts'
import { accessOf, type Env } from './context.ts'

/** A caller's own background work, under `/api/jobs`. */
export const jobRoutes = (jobs: Pick<Jobs, 'get' | 'cancel'>): Hono<Env> => new Hono<Env>()
  .get('/:id', async (c) => c.json({ data: await jobs.get(c.req.param('id'), accessOf(c)) } as object))
  .post('/:id/cancel', async (c) => c.json({ data: await jobs.cancel(c.req.param('id'), accessOf(c)) } as object))
