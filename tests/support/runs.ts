/** How much of a proof runs: `npm test` samples it, `npm run test:long` does all of it. */
export const isLong = Boolean(process.env.LONG)

const TIMES = 20

/** Runs of a property: `sampled` in `npm test`, twenty times as many in `npm run test:long`. */
export const runs = (sampled: number): { readonly numRuns: number } => ({
  numRuns: isLong ? sampled * TIMES : sampled,
})

/** Milliseconds that only end what hangs: longer where there is more to do. */
export const patience = (ms: number): number => (isLong ? ms * TIMES : ms)

/** Rounds of a race: `sampled` in `npm test`, twenty times as many in `npm run test:long`. */
export const rounds = (sampled: number): number => (isLong ? sampled * TIMES : sampled)
