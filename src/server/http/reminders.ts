import * as z from 'zod'
import type { ResourceModel } from '#model/types.ts'
import { isUuid } from '#model/uuid.ts'
import { requirePermission } from '../permissions/require.ts'
import { notFound } from '../base/problem.ts'
import { cancelReminder, ownReminders, remind, type ReminderParts } from '../reminders/reminders.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { readJson } from '../web/body.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { bodyAs } from '../base/issues.ts'
import { only } from '../web/queryChecks.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { writing, type RunOnce, type Written } from '../web/writes.ts'

type Write = (
  c: Ctx,
  text: string,
  write: (context: TxWriteContext) => Promise<Written>,
) => Promise<Response>

const body = z.strictObject({
  at: z.string('Not an instant'),
  text: z.string('This is a text').nullish(),
})

const idOf = (c: Ctx, what: string): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound(what)
  return id.toLowerCase()
}

/** Adds the routes of a collection for the caller's reminders about a record. */
export const addReminders = (
  routes: Routes,
  resource: ResourceModel,
  parts: ReminderParts,
  write: Write,
): void => {
  const recordOf = (c: Ctx): string => {
    requirePermission(accessOf(c), `${resource.entity}.read`)
    only(c)
    return idOf(c, resource.label.one.toLowerCase())
  }
  routes.get('/:id/reminders', async (c) => {
    const id = recordOf(c)
    return c.json({ data: await ownReminders(parts, accessOf(c), { resource, id }) })
  })
  routes.post('/:id/reminders', async (c) => {
    const id = recordOf(c)
    const { text, value } = await readJson(c)
    const asked = bodyAs(body, value)
    return write(c, text, async (context) => ({
      status: 201,
      json: { data: await remind(parts, { resource, id, context }, asked) },
    }))
  })
}

/** `/api/me/reminders`: the caller's own pending reminders; nobody can access another's. */
export const reminderRoutes = (parts: ReminderParts, once: RunOnce): Routes => {
  const write = writing(once)
  return newRoutes()
    .get('/', async (c) => {
      only(c)
      return c.json({ data: await ownReminders(parts, accessOf(c)) })
    })
    .delete('/:id', async (c) => {
      only(c)
      const id = idOf(c, 'reminder')
      return write(c, '', async (context) => {
        await cancelReminder(parts, context, id)
        return { status: 204 }
      })
    })
}
