import { readFileSync } from 'node:fs'

const tickMs = 5

/**
 * Starts to watch the event loop; the returned function stops and returns the longest block in
 * milliseconds: time between two ticks in which this process used the processor, so that other load
 * on the machine does not count.
 */
export const longestBlock = (): (() => number) => {
  let [at, used, longest] = [performance.now(), process.cpuUsage(), 0]
  const tick = (): void => {
    const now = performance.now()
    const { user, system } = process.cpuUsage(used)
    longest = Math.max(longest, Math.min(now - at - tickMs, (user + system) / 1000))
    ;[at, used] = [now, process.cpuUsage()]
  }
  const timer = setInterval(tick, tickMs)
  return () => {
    clearInterval(timer)
    tick()
    return Math.max(0, longest)
  }
}

/** Milliseconds that the processor is used for some work. */
const usedBy = (work: () => unknown): number => {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

let sum = 0
/** Work on numbers and on memory, and the milliseconds it takes on a processor of one's own. */
const usual: readonly (readonly [work: () => unknown, ms: number])[] = [
  [
    () => {
      for (let i = 0; i < 10_000_000; i++) sum = (sum + i) | 0
    },
    10,
  ],
  [() => 'ab,'.repeat(300_000).split(','), 6],
]

/**
 * How many times longer than usual the processor takes for the same work at present, at least 1. A
 * virtual one is held up by its neighbours without the system knowing: the time counts as used.
 */
const slowness = (): number => Math.max(1, ...usual.map(([work, ms]) => usedBy(work) / ms))

/**
 * Measures work until it takes less than `most` milliseconds at the usual pace of a processor, at
 * most eight times, and returns the shortest time: compilation, garbage collection and other load
 * do not count.
 */
export const leastMs = async (
  most: number,
  measure: () => number | Promise<number>,
): Promise<number> => {
  let least = await measure()
  for (let tries = 1; least >= most && tries < 8; tries++) {
    const before = slowness()
    const took = await measure()
    least = Math.min(least, took / Math.min(before, slowness()))
  }
  return least
}

/**
 * Processor time in milliseconds of the calling thread where the system tells it (Linux), else of
 * the whole process.
 */
const threadMs = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1_000_000
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

/**
 * Runs work and returns the longest time in milliseconds for which the event loop had no turn: as
 * `longestBlock`, but without the time of other threads, such as those of the picture decoder.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [at, used, longest] = [performance.now(), threadMs(), 0]
  const tick = (): void => {
    longest = Math.max(longest, Math.min(performance.now() - at, threadMs() - used))
    ;[at, used] = [performance.now(), threadMs()]
  }
  const timer = setInterval(tick, tickMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
    tick()
  }
  return longest
}
