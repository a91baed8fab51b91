/** Upper bounds of the duration histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Series {
  count: number
  sum: number
  readonly within: number[]
}

const escaped = (value: string): string =>
  value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')

/**
 * Metrics of one process in Prometheus text format. Labels are route patterns, never URLs, so their
 * number stays small.
 */
export interface Metrics {
  /** Counts one finished request; the duration is in seconds. */
  request(method: string, route: string, status: number, seconds: number): void
  /** Registers a value that is read when the metrics are requested. */
  gauge(name: string, help: string, read: () => number): void
  text(): string
}

/** Creates an empty registry. */
export const createMetrics = (): Metrics => {
  const requests = new Map<string, number>()
  const durations = new Map<string, Series>()
  const gauges = new Map<string, { help: string; read: () => number }>()
  const startedAt = Date.now() / 1000

  const histogram = (): string[] =>
    [...durations].flatMap(([labels, series]) => [
      ...buckets.map(
        (bound, i) =>
          `http_request_duration_seconds_bucket{${labels},le="${bound}"} ${series.within[i]}`,
      ),
      `http_request_duration_seconds_bucket{${labels},le="+Inf"} ${series.count}`,
      `http_request_duration_seconds_sum{${labels}} ${series.sum}`,
      `http_request_duration_seconds_count{${labels}} ${series.count}`,
    ])

  return {
    request(method, route, status, seconds) {
      const labels = `method="${escaped(method)}",route="${escaped(route)}"`
      const key = `${labels},status="${status}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      const series = durations.get(labels) ?? { count: 0, sum: 0, within: buckets.map(() => 0) }
      durations.set(labels, series)
      series.count += 1
      series.sum += seconds
      buckets.forEach((bound, i) => {
        if (seconds <= bound) series.within[i]! += 1
      })
    },
    gauge(name, help, read) {
      gauges.set(name, { help, read })
    },
    text() {
      const memory = process.memoryUsage()
      return [
        '# HELP process_start_time_seconds Start of the process since the epoch.',
        '# TYPE process_start_time_seconds gauge',
        `process_start_time_seconds ${startedAt}`,
        '# HELP process_resident_memory_bytes Resident memory.',
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${memory.rss}`,
        '# HELP nodejs_heap_size_used_bytes Used heap.',
        '# TYPE nodejs_heap_size_used_bytes gauge',
        `nodejs_heap_size_used_bytes ${memory.heapUsed}`,
        ...[...gauges].flatMap(([name, g]) => [
          `# HELP ${name} ${g.help}`,
          `# TYPE ${name} gauge`,
          `${name} ${g.read()}`,
        ]),
        '# HELP http_requests_total Completed requests.',
        '# TYPE http_requests_total counter',
        ...[...requests].map(([labels, n]) => `http_requests_total{${labels}} ${n}`),
        '# HELP http_request_duration_seconds Time until the response began.',
        '# TYPE http_request_duration_seconds histogram',
        ...histogram(),
        '',
      ].join('\n')
    },
  }
}
