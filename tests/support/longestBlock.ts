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
