/**
 * Stand-in for Firestore's streaming API that its full client uses in a browser: the channel over
 * which it listens to single documents. It responds to the handshake, keeps the response of each
 * listening page open, and sends written documents. The product does not listen to queries, so they
 * are not supported.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

interface Document {
  readonly name: string
  readonly fields: unknown
  readonly createTime: string
  readonly updateTime: string
}
interface Ports {
  readonly find: (name: string) => Document | undefined
  readonly now: () => string
  /** True when the sender of this header may see the document. */
  readonly may: (authorization: string | undefined, name: string) => boolean
}
interface Asking {
  readonly addTarget?: {
    readonly targetId: number
    readonly documents?: { readonly documents: readonly string[] }
  }
  readonly removeTarget?: number
}
interface Channel {
  authorization: string | undefined
  readonly targets: Map<number, readonly string[]>
  /** Messages the page has not acknowledged, by number; each connection begins with the next. */
  unacknowledged: { readonly number: number; readonly message: unknown }[]
  /** Number of the last message made, and of the last one written to the open response. */
  last: number
  written: number
  open: ServerResponse | undefined
  /** The page reads a response only once it has ended: it took the connection for a buffering one. */
  wholeResponses: boolean
}

const PLACE = '/google.firestore.v1.Firestore/Listen/channel'
/** The channel's requests carry credentials, so a browser requires its exact origin. */
const corsFor = ({ headers }: IncomingMessage) => ({
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? 'content-type',
  'access-control-expose-headers': 'x-http-session-id',
  'cache-control': 'no-store',
  'content-type': 'text/plain',
})
/** Each message of the channel is preceded by its length. */
const framed = (message: unknown): string => {
  const text = JSON.stringify(message)
  return `${text.length}\n${text}`
}

/** Handles requests of the channel; `tell` passes a written or removed document on. */
export const listenChannel = ({ find, now, may }: Ports) => {
  const channels = new Map<string, Channel>()
  let made = 0
  let reads = 0

  const flush = (channel: Channel): void => {
    const { open } = channel
    const due = channel.unacknowledged.filter(({ number }) => number > channel.written)
    if (!open || !due.length) return
    for (const { number, message } of due) open.write(framed([[number, [message]]]))
    channel.written = channel.last
    if (channel.wholeResponses) open.end()
  }
  const send = (channel: Channel, ...messages: unknown[]): void => {
    for (const message of messages) channel.unacknowledged.push({ number: ++channel.last, message })
    flush(channel)
  }
  const snapshot = () => ({
    targetChange: {
      targetChangeType: 'NO_CHANGE',
      targetIds: [],
      readTime: now(),
      resumeToken: 'AAAA',
    },
  })
  const shown = (name: string, targetIds: readonly number[]) => {
    const found = find(name)
    return found
      ? { documentChange: { document: found, targetIds } }
      : { documentDelete: { document: name, readTime: now(), removedTargetIds: targetIds } }
  }

  const ask = (channel: Channel, { addTarget, removeTarget }: Asking): void => {
    if (removeTarget !== undefined) {
      channel.targets.delete(removeTarget)
      send(channel, { targetChange: { targetChangeType: 'REMOVE', targetIds: [removeTarget] } })
    }
    const names = addTarget?.documents?.documents
    if (!addTarget || !names) return
    const { targetId } = addTarget
    if (!names.every((name) => may(channel.authorization, name))) {
      return send(channel, {
        targetChange: {
          targetChangeType: 'REMOVE',
          targetIds: [targetId],
          cause: { code: 7, message: 'PERMISSION_DENIED' },
        },
      })
    }
    channel.targets.set(targetId, names)
    reads += names.length
    send(
      channel,
      { targetChange: { targetChangeType: 'ADD', targetIds: [targetId] } },
      ...names.map((name) => shown(name, [targetId])),
      {
        targetChange: {
          targetChangeType: 'CURRENT',
          targetIds: [targetId],
          readTime: now(),
          resumeToken: 'AAAA',
        },
      },
      snapshot(),
    )
  }

  const asked = (body: string): Asking[] =>
    [...new URLSearchParams(body)]
      .filter(([name]) => /^req\d+___data__$/.test(name))
      .map(([, text]) => JSON.parse(text) as Asking)

  return {
    reads: () => reads,
    /** Number of pages that listen to a document. */
    listeners: (name: string): number =>
      [...channels.values()].filter((c) =>
        [...c.targets.values()].some((names) => names.includes(name)),
      ).length,
    /** True when the request belongs to the channel. */
    respond(
      request: IncomingMessage,
      response: ServerResponse,
      body: () => Promise<string>,
    ): boolean {
      const url = new URL(request.url ?? '', 'http://x')
      if (url.pathname !== PLACE) return false
      const cors = corsFor(request)
      const sid = url.searchParams.get('SID')
      const known = sid === null ? undefined : channels.get(sid)
      if (request.method === 'OPTIONS') response.writeHead(204, cors).end()
      else if (request.method === 'POST' && sid === null) {
        const id = `channel-${++made}`
        const channel: Channel = {
          authorization: undefined,
          targets: new Map(),
          unacknowledged: [],
          last: 0,
          written: 0,
          open: undefined,
          wholeResponses: false,
        }
        channels.set(id, channel)
        response
          .writeHead(200, { ...cors, 'x-http-session-id': id })
          .end(framed([[0, ['c', id, '', 8, 14, 30_000]]]))
        void body().then((text) => {
          // The headers of the first message are sent in its body.
          channel.authorization = /^authorization:\s*(.+)$/im
            .exec(new URLSearchParams(text).get('headers') ?? '')?.[1]
            ?.trim()
          for (const one of asked(text)) ask(channel, one)
        })
      } else if (!known) response.writeHead(400, cors).end()
      else if (url.searchParams.get('TYPE') === 'terminate') {
        channels.delete(sid!)
        known.open?.end()
        response.writeHead(200, cors).end()
      } else if (request.method === 'POST') {
        void body().then((text) => {
          response.writeHead(200, cors).end(framed([known.open ? 1 : 0, known.last, 0]))
          for (const one of asked(text)) ask(known, one)
        })
      } else {
        response.writeHead(200, cors)
        response.flushHeaders()
        // What an aborted response carried is sent again, as the real service does.
        known.written = Number(url.searchParams.get('AID') ?? 0)
        known.unacknowledged = known.unacknowledged.filter(({ number }) => number > known.written)
        known.wholeResponses = url.searchParams.get('CI') === '1'
        known.open = response
        response.on('close', () => {
          if (known.open === response) known.open = undefined
        })
        flush(known)
      }
      return true
    },
    tell(name: string): void {
      for (const channel of channels.values()) {
        const ids = [...channel.targets]
          .filter(([, names]) => names.includes(name))
          .map(([id]) => id)
        if (ids.length) {
          reads++
          send(channel, shown(name, ids), snapshot())
        }
      }
    },
    stop(): void {
      for (const { open } of channels.values()) open?.end()
    },
  }
}
