/**
 * Takes due deliveries and sends them by e-mail and push; any number of processes may do so at
 * once.
 */
import { cut } from '#model/cut.ts'
import type { Channel } from '#model/notices.ts'
import type { Query } from '../database/query.ts'
import type { WrittenLanguage } from '../texts/language.ts'
import type { Mailer } from '../mail/types.ts'
import { serverTexts } from '../texts/index.ts'
import { gathered } from './gathered.ts'
import { emailOf } from './email.ts'
import { NO_SERVICE, PushFailed, type PushSender } from './push.ts'
import { heldUntil, quietNow } from './quiet.ts'
import type { DeliveryState, NoticeMessages } from './types.ts'

/** Send timing, in milliseconds. */
export interface SendTiming {
  /**
   * Time after which a delivery taken without a recorded result may be taken by another process.
   * Longer than one attempt may last.
   */
  readonly leaseMs: number
  /** Delays before the second and further attempts; after the last one the delivery has failed. */
  readonly retryMs: readonly number[]
}
export const TIMING: SendTiming = { leaseMs: 60_000, retryMs: [15_000, 60_000, 300_000] }

const AT_ONCE = 8
/** Channels outside the application. */
const AWAY = ['email', 'push'] as const satisfies readonly Channel[]
const TRY_MS = 45_000

/** A delivery taken for sending. */
export interface Taken {
  readonly id: string
  readonly channel: Channel
  readonly type: string
  readonly recipient: { readonly type: string; readonly id: string }
  readonly attempts: number
  readonly urgent: boolean
  readonly held: boolean
  readonly title: string | null
  readonly body: string | null
  readonly said: NoticeMessages | null
  readonly link: string | null
  readonly resource: { readonly type: string; readonly id: string } | null
  readonly needs: readonly string[]
}

/**
 * Content and address of one delivery; null when there is nothing to send to this recipient any
 * more.
 */
export interface Addressed {
  /** Language of everything around the text; default English. */
  readonly language?: WrittenLanguage
  readonly address: string | null
  readonly title: string
  readonly body: string
  readonly link: string | null
  readonly close?: string | undefined
  /** Several in one e-mail. */
  readonly items?: readonly Gathered[]
}

/** One of those held during quiet hours. */
export interface Gathered {
  readonly title: string
  readonly body: string
  readonly link: string | null
}

export interface DeliveryParts {
  readonly query: Query
  readonly mailer: Pick<Mailer, 'deliver'>
  readonly push: PushSender
  /** Base URL of our pages, without a trailing slash. */
  readonly pages: string
  readonly timing?: SendTiming
}

// $1 is the record, $3 the channel.
const DUE =
  "state IN ('waiting', 'sending') AND due_at <= now() AND record_id IS NOT DISTINCT FROM $1::uuid AND channel = $3"
const MOST_GATHERED = 200

interface Row {
  id: string
  channel: Channel
  type: string
  recipient_type: string
  recipient_id: string
  attempts: number
  urgent: boolean
  held: boolean
  title: string | null
  body: string | null
  said: NoticeMessages | null
  link: string | null
  resource_type: string | null
  resource_id: string | null
  needs: string[]
}

/**
 * Takes up to `AT_ONCE` due deliveries of a channel, of one record or of none. A taken delivery no
 * longer collects further notifications. A held one brings along all that were held for the same
 * person: they are sent as one.
 */
const take = async (
  query: Query,
  channel: Channel,
  record: string | null,
  leaseMs: number,
): Promise<Taken[]> => {
  const { rows } = await query<Row>(
    `WITH first AS MATERIALIZED (SELECT id, recipient_id, held FROM deliveries WHERE ${DUE} ORDER BY due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
others AS MATERIALIZED (SELECT id FROM deliveries WHERE ${DUE} AND held AND record_id IS NULL AND recipient_id IN (SELECT recipient_id FROM first WHERE held) ORDER BY due_at, id LIMIT ${MOST_GATHERED} FOR UPDATE SKIP LOCKED)
UPDATE deliveries SET state = 'sending', attempts = attempts + 1, due_at = now() + $2 * interval '1 ms', group_key = NULL, xid = pg_current_xact_id()
WHERE id IN (SELECT id FROM first UNION SELECT id FROM others)
RETURNING id, channel, type, recipient_type, recipient_id, attempts, urgent, held, title, body, said, link, resource_type, resource_id, needs`,
    [record, leaseMs, channel],
  )
  // Ids grow with time, so earlier ones come first.
  return rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((r) => ({
      id: r.id,
      channel: r.channel,
      type: r.type,
      recipient: { type: r.recipient_type, id: r.recipient_id },
      attempts: r.attempts,
      urgent: r.urgent,
      held: r.held,
      title: r.title,
      body: r.body,
      said: r.said,
      link: r.link,
      resource:
        r.resource_type && r.resource_id ? { type: r.resource_type, id: r.resource_id } : null,
      needs: r.needs,
    }))
}

interface Outcome {
  readonly id: string
  readonly attempts: number
  readonly state: DeliveryState
  readonly error: string | null
  readonly wait: number
  /** Not attempted: the recipient has quiet hours. */
  readonly held?: boolean
}

const within = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The server took too long to respond.')), TRY_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** True for an error that no retry can change. */
const isFinal = (error: unknown): boolean =>
  error instanceof PushFailed
    ? error.final
    : typeof error === 'object' &&
      error !== null &&
      'responseCode' in error &&
      Number(error.responseCode) >= 500

const sendOne = async (
  { mailer, push, pages, timing = TIMING }: DeliveryParts,
  one: Taken,
  addressed: Addressed | null,
): Promise<Outcome> => {
  const end = (state: DeliveryState, error: string | null = null, wait = 0): Outcome => ({
    id: one.id,
    attempts: one.attempts,
    state,
    error,
    wait,
  })
  if (!addressed) return end('no_address')
  const { address, title, body, link, close, items, language = 'en' } = addressed
  const { open, noBody } = serverTexts[language].frame
  try {
    if (one.channel === 'push' && !push.available) return end('no_device', NO_SERVICE)
    if (one.channel === 'push') {
      return end(
        (await within(
          push.send(one.recipient, { title, body: body || noBody, link, key: one.id }),
        )) === 'sent'
          ? 'delivered'
          : 'no_device',
      )
    }
    if (!address) return end('no_address')
    await within(
      mailer.deliver(
        emailOf({
          language,
          id: one.id,
          pages,
          to: address,
          title,
          body,
          close,
          items,
          open: link ? { label: open, path: link } : undefined,
        }),
      ),
    )
    return end('delivered')
  } catch (error) {
    const wait = timing.retryMs[one.attempts - 1]
    const message = cut(error instanceof Error ? error.message : String(error), 500)
    return wait === undefined || isFinal(error)
      ? end('failed', message)
      : end('waiting', message, Math.max(wait, error instanceof PushFailed ? error.waitMs : 0))
  }
}

/** Records the results of deliveries this process still holds. */
const record = async (query: Query, outcomes: readonly Outcome[]): Promise<void> => {
  await query(
    `UPDATE deliveries d SET state = o.state, error = o.error, held = d.held OR o.held, attempts = d.attempts - CASE WHEN o.held THEN 1 ELSE 0 END, due_at = now() + o.wait * interval '1 ms', delivered_at = CASE WHEN o.state = 'delivered' THEN now() END, xid = pg_current_xact_id()
FROM json_to_recordset($1::json) AS o(id uuid, attempts int, state text, error text, wait int, held boolean) WHERE d.id = o.id AND d.state = 'sending' AND d.attempts = o.attempts`,
    [JSON.stringify(outcomes.map((o) => ({ held: false, ...o })))],
  )
}

/** Returns the outcomes of deliveries held because of the recipient's quiet hours. */
const keptBack = async (query: Query, batch: readonly Taken[]): Promise<readonly Outcome[]> => {
  const quiet = await quietNow(
    query,
    batch.flatMap((one) => (one.recipient.type === 'person' ? [one.recipient.id] : [])),
  )
  return batch.flatMap(({ id, attempts, recipient, urgent }): Outcome[] => {
    const until = heldUntil(quiet.get(recipient.id), urgent)
    return until === undefined
      ? []
      : [
          {
            id,
            attempts,
            state: 'waiting',
            error: null,
            wait: Math.max(1000, until - Date.now()),
            held: true,
          },
        ]
  })
}

/** Sends all deliveries to one person in one message. All get the same result. */
const sendTogether = async (
  parts: DeliveryParts,
  together: readonly Taken[],
  addressed: ReadonlyMap<string, Addressed | null>,
): Promise<readonly Outcome[]> => {
  const known = together.filter((one) => addressed.get(one.id))
  const [first] = known
  if (!first || known.length < 2) {
    return Promise.all(together.map((one) => sendOne(parts, one, addressed.get(one.id) ?? null)))
  }
  const tried = { ...first, attempts: Math.max(...known.map((one) => one.attempts)) }
  const end = await sendOne(parts, tried, gathered(known.map((one) => addressed.get(one.id)!)))
  return together.map(({ id, attempts }) =>
    addressed.get(id)
      ? { ...end, id, attempts }
      : { id, attempts, state: 'no_address', error: null, wait: 0 },
  )
}

/**
 * Sends everything that is due, of one record or (null) of no record; returns when the rest is due,
 * undefined when none is left. `address` is called for each batch. If a process dies between
 * sending an e-mail and recording it, its successor sends it again, under the same id. Stops early
 * when the signal aborts.
 */
export const deliverDue = async (
  parts: DeliveryParts,
  recordId: string | null,
  address: (batch: readonly Taken[]) => Promise<ReadonlyMap<string, Addressed | null>>,
  options: { readonly signal: AbortSignal; afterBatch?(): Promise<void> },
): Promise<string | undefined> => {
  const { query, timing = TIMING } = parts
  const sendAll = async (channel: Channel): Promise<void> => {
    for (;;) {
      options.signal.throwIfAborted()
      const batch = await take(query, channel, recordId, timing.leaseMs)
      if (!batch.length) return
      const back = await keptBack(query, batch)
      const held = new Set(back.map((o) => o.id))
      const going = batch.filter((one) => !held.has(one.id))
      const addressed = await address(going)
      const letters = new Map<string, Taken[]>()
      for (const one of going) {
        const letter = one.held && recordId === null ? one.recipient.id : one.id
        letters.set(letter, [...(letters.get(letter) ?? []), one])
      }
      await record(query, [
        ...back,
        ...(
          await Promise.all(
            [...letters.values()].map((together) => sendTogether(parts, together, addressed)),
          )
        ).flat(),
      ])
      await options.afterBatch?.()
    }
  }
  // In parallel: an unresponsive push service does not delay e-mail.
  const ended = await Promise.allSettled(AWAY.map(sendAll))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  const { rows } = await query<{ due: string | null }>(
    "SELECT min(due_at) AS due FROM deliveries WHERE state IN ('waiting', 'sending') AND record_id IS NOT DISTINCT FROM $1::uuid",
    [recordId],
  )
  return rows[0]?.due ?? undefined
}
