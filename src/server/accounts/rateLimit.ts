import { Problem } from '../http/problem.ts'

/** Counts what was tried per key within a sliding window. One per process. */
export class RateLimiter {
  readonly #tried = new Map<string, number[]>()
  readonly #now: () => number
  readonly #enabled: boolean
  #sweptAt = 0

  constructor(options: { enabled: boolean; now?: () => number }) {
    this.#enabled = options.enabled
    this.#now = options.now ?? Date.now
  }

  /** Counts one try; a 429 problem with `Retry-After` once `max` were made within `windowMs`. A refused try is not counted. */
  take(key: string, max: number, windowMs = 60_000): void {
    if (!this.#enabled) return
    const now = this.#now()
    this.#sweep(now)
    const recent = (this.#tried.get(key) ?? []).filter((at) => at > now - windowMs)
    if (recent.length >= max) {
      const seconds = Math.max(1, Math.ceil((recent[0]! + windowMs - now) / 1000))
      throw new Problem(429, 'too_many_requests', `Too many attempts. Try again in ${seconds} seconds.`, { headers: { 'Retry-After': String(seconds) } })
    }
    recent.push(now)
    this.#tried.set(key, recent)
  }

  // Keys come from callers, so what is over must not stay in memory.
  #sweep(now: number): void {
    if (now - this.#sweptAt < 60_000) return
    this.#sweptAt = now
    for (const [key, at] of this.#tried) if ((at.at(-1) ?? 0) < now - 3_600_000) this.#tried.delete(key)
  }
}
