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
