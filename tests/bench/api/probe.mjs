// Preloaded into the product by the bench: every 250 ms it writes its longest event loop delay, its
// memory and its CPU time so far to BENCH_PROBE. SIGUSR2 resets the metrics. Plain JavaScript,
// because the built product has no TypeScript loader.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env.BENCH_PROBE
const pid = process.env.BENCH_PROBE_PID
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  if (pid) writeFileSync(pid, String(process.pid))
  let rss = 0
  let heap = 0
  process.on('SIGUSR2', () => {
    delay.reset()
    rss = 0
    heap = 0
  })
  setInterval(() => {
    const memory = process.memoryUsage()
    const cpu = process.cpuUsage()
    rss = Math.max(rss, memory.rss)
    heap = Math.max(heap, memory.heapUsed + memory.external)
    // Written atomically, so that it is never read half written.
    writeFileSync(
      `${file}.new`,
      JSON.stringify({
        delayMaxMs: delay.max / 1e6,
        delayP99Ms: delay.percentile(99) / 1e6,
        rss,
        heap,
        now: memory.rss,
        cpuUs: cpu.user + cpu.system,
      }),
    )
    renameSync(`${file}.new`, file)
  }, 250).unref()
}
