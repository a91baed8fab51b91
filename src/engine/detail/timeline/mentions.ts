import type { Included } from '#data/types.ts'

const MENTION = /@\[([0-9a-f-]{36})\]/g

/** The partial name typed after the last `@` before the caret; undefined if there is none. */
export const typedName = (text: string, caret: number): string | undefined =>
  /(?:^|[\s(])@([^\s@[\]]{0,40})$/u.exec(text.slice(0, caret))?.[1]

/** The text with the partial name replaced by `@name`. */
export const withName = (text: string, caret: number, name: string): string => {
  const typed = typedName(text, caret) ?? ''
  return `${text.slice(0, caret - typed.length)}${name} ${text.slice(caret)}`
}

/** Encodes for sending: each chosen `@name` becomes `@[id]`, longer names first. */
export const encoded = (text: string, chosen: ReadonlyMap<string, string>): string =>
  [...chosen]
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((all, [name, id]) => all.replaceAll(`@${name}`, `@[${id}]`), text)

/**
 * Decodes for editing: each `@[id]` with a known name becomes `@name`; also returns the mentioned
 * people.
 */
export const decoded = (
  text: string,
  people: Included[string] | undefined,
): { readonly text: string; readonly chosen: ReadonlyMap<string, string> } => {
  const chosen = new Map<string, string>()
  const shown = text.replaceAll(MENTION, (whole, id: string) => {
    const name = people?.[id]?.title
    if (!name) return whole
    chosen.set(name, id)
    return `@${name}`
  })
  return { text: shown, chosen }
}
