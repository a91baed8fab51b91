import { say } from '#model/message.ts'
import { MAX_TIMELINE_PAGE, timelineKinds, type TimelineKind } from '#model/timeline.ts'
import type { ResourceModel } from '#model/types.ts'
import * as z from 'zod'
import { notFound } from '../base/problem.ts'
import { requireRecord } from '../store/read/history.ts'
import { peopleOn } from '../timeline/people.ts'
import { timeline } from '../timeline/timeline.ts'
import {
  deleteNote,
  editNote,
  setFollowing,
  writeNote,
  type TimelineParts,
} from '../timeline/write.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { isUuid } from '#model/uuid.ts'
import { readJson } from '../web/body.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { bodyAs } from '../base/issues.ts'
import { badQuery, limitOf, only } from '../web/queryChecks.ts'
import type { Routes } from '../web/routes.ts'
import type { Written } from '../web/writes.ts'
import { requirePermission } from '../permissions/require.ts'
import type { Access } from '../permissions/types.ts'

/** Dependencies of the timeline routes. */
export interface TimelineRouteParts extends TimelineParts {
  /** Signs cursors. */
  readonly secret: string
}

type Write = (
  c: Ctx,
  text: string,
  write: (context: TxWriteContext) => Promise<Written>,
) => Promise<Response>

const MAX_SEARCH = 200
const body = z.strictObject({ text: z.string('This is a text') })

const textIn = (value: unknown): string => bodyAs(body, value).text

const kindsOf = (c: Ctx): TimelineKind[] | undefined => {
  const given = c.req.query('kind')
  if (given === undefined) return undefined
  const kinds = [...new Set(given.split(','))]
  const known = kinds.filter((kind): kind is TimelineKind =>
    (timelineKinds as readonly string[]).includes(kind),
  )
  if (known.length < kinds.length) {
    throw badQuery([
      {
        path: 'kind',
        code: 'invalid_value',
        message: `"kind" is one or more of ${timelineKinds.join(', ')}.`,
      },
    ])
  }
  return known
}

const uuidIn = (c: Ctx, parameter: string, what: string): string => {
  const id = c.req.param(parameter) ?? ''
  if (!isUuid(id)) throw notFound(what)
  return id.toLowerCase()
}
const idOf = (c: Ctx, resource: ResourceModel): string =>
  uuidIn(c, 'id', resource.label.one.toLowerCase())
const noteOf = (c: Ctx): string => uuidIn(c, 'note', 'note')

const requireRead = (c: Ctx, resource: ResourceModel): Access => {
  const access = accessOf(c)
  requirePermission(access, `${resource.entity}.read`)
  return access
}

const searchOf = (c: Ctx): string => {
  const search = c.req.query('search')?.trim() ?? ''
  if (search.length > MAX_SEARCH || search.includes('\0')) {
    throw badQuery([
      {
        path: 'search',
        code: 'invalid_value',
        message: say('A search has at most {{n}} characters.', { n: MAX_SEARCH }),
      },
    ])
  }
  return search
}

const addReading = (
  routes: Routes,
  resource: ResourceModel,
  { db, model, secret }: TimelineRouteParts,
): void => {
  routes.get('/:id/timeline', async (c) => {
    const access = requireRead(c, resource)
    only(c, 'kind', 'limit', 'cursor')
    const kinds = kindsOf(c)
    const limit = limitOf(c, MAX_TIMELINE_PAGE)
    return c.json(
      (await timeline({ db, model, resource, id: idOf(c, resource), access }, secret, {
        ...(kinds ? { kinds } : {}),
        ...(limit === undefined ? {} : { limit }),
        cursor: c.req.query('cursor'),
      })) as object,
    )
  })

  routes.get('/:id/people', async (c) => {
    const access = requireRead(c, resource)
    only(c, 'search')
    const search = searchOf(c)
    const id = idOf(c, resource)
    await requireRecord({ db, model, access }, resource, id)
    return c.json((await peopleOn({ db, model, access }, resource, id, search)) as object)
  })
}

const addNotes = (
  routes: Routes,
  resource: ResourceModel,
  parts: TimelineRouteParts,
  write: Write,
): void => {
  routes.post('/:id/notes', async (c) => {
    requireRead(c, resource)
    only(c)
    const id = idOf(c, resource)
    const { text, value } = await readJson(c)
    const given = textIn(value)
    return write(c, text, async (context) => ({
      status: 201,
      json: await writeNote(parts, { resource, id, context }, given),
    }))
  })

  routes.patch('/:id/notes/:note', async (c) => {
    requireRead(c, resource)
    only(c)
    const [id, note] = [idOf(c, resource), noteOf(c)]
    const { text, value } = await readJson(c)
    const given = textIn(value)
    return write(c, text, async (context) => ({
      json: await editNote(parts, { resource, id, context }, note, given),
    }))
  })

  routes.delete('/:id/notes/:note', async (c) => {
    requireRead(c, resource)
    only(c)
    const [id, note] = [idOf(c, resource), noteOf(c)]
    return write(c, '', async (context) => {
      await deleteNote(parts, { resource, id, context }, note)
      return { status: 204 }
    })
  })
}

/** Adds the timeline routes of a collection: events, notes, people to mention, following. */
export const addTimeline = (
  routes: Routes,
  resource: ResourceModel,
  parts: TimelineRouteParts,
  write: Write,
): void => {
  addReading(routes, resource, parts)
  addNotes(routes, resource, parts, write)
  for (const [method, following] of [
    ['put', true],
    ['delete', false],
  ] as const) {
    routes[method]('/:id/follow', async (c) => {
      requireRead(c, resource)
      only(c)
      const id = idOf(c, resource)
      return write(c, '', async (context) => {
        await setFollowing(parts, { resource, id, context }, following)
        return { status: 204 }
      })
    })
  }
}
