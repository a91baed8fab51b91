/** A pause after which typing in a list starts over. */
const PAUSE_MS = 700

/** What was typed in a list so far, and when, in ms. */
export interface TypedAhead {
  readonly text: string
  readonly atMs: number
}

const plain = (text: string): string =>
  text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Nothing typed yet. */
export const NOTHING_TYPED: TypedAhead = { text: '', atMs: 0 }

/** What is typed after one more key. */
export const withKey = ({ text, atMs }: TypedAhead, key: string, nowMs: number): TypedAhead => ({
  text: nowMs - atMs > PAUSE_MS ? key : text + key,
  atMs: nowMs,
})

/**
 * Index of the entry that typing selects, searched from `at`: with one letter, also repeated, the
 * next entry that begins with it; otherwise the first that begins with the text. -1 if there is none.
 */
export const entryFor = (text: string, labels: readonly string[], at: number): number => {
  const typed = plain(text)
  const letter = typed.charAt(0)
  const repeated = letter !== '' && [...typed].every((one) => one === letter)
  const sought = repeated ? letter : typed
  const from = Math.max(0, repeated ? at + 1 : at)
  const order = labels.map((_, i) => (from + i) % labels.length)
  return sought === '' ? -1 : (order.find((i) => plain(labels[i] ?? '').startsWith(sought)) ?? -1)
}
