/** Trigger in the text being written: a canned reply after `/`, a colleague after `@`. Pure. */
export interface Trigger {
  readonly sign: '/' | '@'
  readonly search: string
  /** Index of the trigger character in the text. */
  readonly from: number
}

const CANNED = /(?:^|\s)\/([^\s/]{0,40})$/u
const COLLEAGUE = /(?:^|\s)@([\p{L}\p{M}\d.'-]{0,20}(?: [\p{L}\p{M}\d.'-]{0,20})?)$/u

/**
 * The trigger at the cursor. It counts only at the start of a word, so e-mail addresses and dates
 * do not trigger.
 */
export const triggerAt = (
  text: string,
  cursor: number,
  colleagues: boolean,
): Trigger | undefined => {
  const before = text.slice(0, cursor)
  for (const [sign, pattern] of [
    ['/', CANNED],
    ...(colleagues ? [['@', COLLEAGUE] as const] : []),
  ] as const) {
    const search = pattern.exec(before)?.[1]
    if (search !== undefined) return { sign, search, from: cursor - search.length - 1 }
  }
  return undefined
}

/** Replaces the trigger by the chosen text; returns the text and the new cursor position. */
export const withPicked = (
  text: string,
  cursor: number,
  trigger: Trigger,
  picked: string,
): { readonly text: string; readonly cursor: number } => ({
  text: text.slice(0, trigger.from) + picked + text.slice(cursor),
  cursor: trigger.from + picked.length,
})
