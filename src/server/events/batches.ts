import type { Change } from './changes.ts'

/**
 * A change is sent at once; those that follow closely are collected into the next batch. After
 * sending a batch, the hub pauses for a multiple of the time it took: under heavy writes, sending
 * takes a twentieth of the time, in fewer and larger batches. Revoked permissions do not wait,
 * since they are read from the tail directly.
 */
const restTimes = { few: 2, many: 19 }
const few = 5
const maxRestMs = 2000
/** Maximum number of changes in one batch, which all but slow readers can take. */
const maxPart = 1000
/** With more than this waiting, the hub does not pause: low latency matters more. */
const maxBehind = 5 * maxPart

/** Changes waiting to be sent, in batches with pauses between them. */
export interface Batches {
  readonly add: (changes: readonly Change[]) => void
  /** Drops the waiting changes. */
  readonly clear: () => void
  /** Stops sending; resolves once the current batch is sent. */
  readonly close: () => Promise<void>
}

/**
 * Creates the queue of batches. `send` returns the time in milliseconds that it was busy, without
 * the time it yielded to others.
 */
export const createBatches = (
  send: (changes: readonly Change[]) => Promise<number>,
  failed: (error: unknown) => void,
): Batches => {
  let pending: Change[] = []
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let restUntil = 0
  let closed = false

  const rest = (busyMs: number, count: number): void => {
    const times = count <= few ? restTimes.few : restTimes.many
    restUntil =
      pending.length > maxBehind ? 0 : performance.now() + Math.min(busyMs * times, maxRestMs)
  }
  const flush = (): void => {
    timer = undefined
    const part = pending.slice(0, maxPart)
    pending = pending.slice(maxPart)
    sending = send(part)
      .then((busyMs) => rest(busyMs, part.length))
      .catch(failed)
      .finally(() => {
        sending = undefined
        plan(false)
      })
  }
  const plan = (first: boolean): void => {
    if (closed || sending || timer || !pending.length) return
    const waitMs = restUntil - performance.now()
    // Yields to the connections between two batches.
    if (waitMs <= 0 && first) flush()
    else timer = setTimeout(flush, waitMs).unref()
  }

  return {
    add(changes) {
      pending.push(...changes)
      plan(true)
    },
    clear() {
      pending = []
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await sending
    },
  }
}
