/** Remembers texts for `ttlMs`, up to the last `max` of them. */
export class RecentSet {
  readonly #until = new Map<string, number>()
  readonly #max: number
  readonly #ttlMs: number
  readonly #now: () => number
  constructor(max: number, ttlMs: number, now: () => number = Date.now) {
    this.#max = max
    this.#ttlMs = ttlMs
    this.#now = now
  }

  add(key: string): void {
    this.#until.delete(key)
    if (this.#until.size >= this.#max) this.#until.delete(this.#until.keys().next().value!)
    this.#until.set(key, this.#now() + this.#ttlMs)
  }

  has(key: string): boolean {
    return (this.#until.get(key) ?? 0) > this.#now()
  }
}
