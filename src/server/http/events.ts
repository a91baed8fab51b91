import { say } from '#model/message.ts'
import { createMiddleware } from 'hono/factory'
import type { Model } from '#model/types.ts'
import type { SessionWatch } from '../permissions/sessionWatch.ts'
import type { Hub } from '../events/hub.ts'
import type { Sink } from '../events/listeners.ts'
import type { InboxFeed } from '../notifications/feed.ts'
import { frame } from '../events/frames.ts'
import { formatPosition, parsePosition } from '../events/position.ts'
import { rightsMark } from '../permissions/rightsMark.ts'
import { accessOf, type Ctx, type Env } from '../web/context.ts'
import { eventSink, type Outgoing } from './eventSink.ts'
import { badQuery } from '../web/queryChecks.ts'
import { Problem } from '../base/problem.ts'

const collectionsOf = (c: Ctx, model: Model): ReadonlySet<string> | undefined => {
  const given = new URL(c.req.url).searchParams
  const wrong = [...given.keys()].filter(
    (name, i, all) => name !== 'collections' || i !== all.indexOf(name),
  )
  if (wrong.length) {
    throw badQuery(
      wrong.map((path) => ({
        path,
        code: 'unknown_name',
        message: `"${path}" is not a parameter here.`,
      })),
    )
  }
  const text = given.get('collections') ?? undefined
  if (text === undefined) return undefined
  const names = text.split(',').filter(Boolean)
  const access = accessOf(c)
  for (const name of names) {
    const resource = model.resources.find((r) => r.collection === name)
    // Unknown and forbidden names get the same response.
    if (!resource || !access.can(`${resource.entity}.list`)) {
      throw new Problem(400, 'bad_query', 'There is no such collection.', {
        errors: [
          { path: 'collections', code: 'unknown_name', message: 'There is no such collection.' },
        ],
      })
    }
  }
  return new Set(names)
}

interface Options {
  readonly inboxes?: InboxFeed
  /** Maximum open streams per account in this process. */
  readonly streams: number
}

/**
 * Counts the open streams of each account; `enter` returns a function that leaves again, and throws
 * 429 beyond the limit.
 */
const places = (most: number) => {
  const open = new Map<string, number>()
  return (account: string): (() => void) => {
    const now = open.get(account) ?? 0
    if (now >= most) {
      throw new Problem(
        429,
        'too_many_streams',
        say(
          'At most {{n}} streams of events may be open at the same time; close another one first.',
          { n: most },
        ),
        { headers: { 'Retry-After': '30' } },
      )
    }
    open.set(account, now + 1)
    return () => {
      const left = (open.get(account) ?? 1) - 1
      if (left) open.set(account, left)
      else open.delete(account)
    }
  }
}

/**
 * `GET /api/events`: changes as Server-Sent Events; ends, after a `rights` event, when the caller's
 * session or permissions change. 429 beyond the account's maximum number of streams.
 */
export const liveEvents = (
  hub: Hub,
  accounts: SessionWatch,
  model: Model,
  { inboxes, streams }: Options,
) => {
  const enter = places(streams)
  return (c: Ctx): Response => {
    const access = accessOf(c)
    const collections = collectionsOf(c, model)
    const leavePlace = enter(access.actor.accountId ?? '')
    const lastId = c.req.header('last-event-id')
    const after = lastId === undefined || lastId === '' ? undefined : parsePosition(lastId)
    const begin = (controller: ReadableStreamDefaultController<Uint8Array>): Sink => {
      const over = (): void => {
        mine.write(frame('rights', {}))
        mine.end()
      }
      const unfollow = accounts.follow(c.req.raw, over)
      const mine = eventSink(
        controller,
        (c.env as Env['Bindings'] | undefined)?.outgoing as Outgoing | undefined,
        () => {
          leavePlace()
          unfollow()
          leaveInbox?.()
          leave?.()
        },
      )
      let leave: (() => void) | undefined
      let leaveInbox: (() => void) | undefined
      const { personId } = access.actor
      // Not awaited: a stream whose start is pending sends nothing.
      void hub
        .join({ access, collections }, mine, after)
        .then(async (stop) => {
          leave = stop
          // Inbox events are not part of the stream, so some may have been missed until now.
          if (personId !== null && !collections && mine.open) {
            leaveInbox = inboxes?.join(personId, (bytes) => void mine.write(bytes))
          }
          // Otherwise a change between the first session check and `follow` would be missed.
          const actor = await accounts.authenticate(c.req.raw)
          if (rightsMark(actor) !== rightsMark(access.actor)) over()
        })
        .catch(() => mine.end())
      return mine
    }
    let sink: Sink | undefined
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (sink = begin(controller)),
        cancel: () => sink?.end(),
      },
      { highWaterMark: 0, size: (chunk) => chunk.byteLength },
    )
    c.req.raw.signal.addEventListener('abort', () => sink?.end())
    return c.body(stream, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
  }
}

/**
 * Middleware of `GET /api/me`, which every page calls first: its `Live-Position` header tells where
 * to start listening so that no change is missed after it.
 */
export const livePosition = (hub: Pick<Hub, 'position'>) =>
  createMiddleware<Env>(async (c, next) => {
    const at = formatPosition(hub.position)
    await next()
    if (c.res.status === 200) c.res.headers.set('Live-Position', at)
  })
