import { performance } from 'node:perf_hooks'

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
 * Runs work and returns the longest time in milliseconds for which the event loop had no turn.
 * Unlike `longestBlock` it leaves out what other threads of this process used, such as those of the
 * picture decoder.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [at, used, longest] = [performance.now(), performance.eventLoopUtilization(), 0]
  const tick = (): void => {
    const { active } = performance.eventLoopUtilization(used)
    longest = Math.max(longest, Math.min(performance.now() - at, active))
    ;[at, used] = [performance.now(), performance.eventLoopUtilization()]
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
