import type { Included } from '#data/types.ts'

const MENTION = /@\[([0-9a-f-]{36})\]/g

/** The beginning of a name that is being typed behind the last `@` before the caret; undefined where none is. */
export const typedName = (text: string, caret: number): string | undefined =>
  /(?:^|[\s(])@([^\s@[\]]{0,40})$/u.exec(text.slice(0, caret))?.[1]

/** The text with `@name` in the place of what was typed of it. */
export const withName = (text: string, caret: number, name: string): string => {
  const typed = typedName(text, caret) ?? ''
  return `${text.slice(0, caret - typed.length)}${name} ${text.slice(caret)}`
}

/** What is sent: each `@name` that was chosen as `@[id]`, longer names first. */
export const encoded = (text: string, chosen: ReadonlyMap<string, string>): string =>
  [...chosen]
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((all, [name, id]) => all.replaceAll(`@${name}`, `@[${id}]`), text)

/** What is edited: each `@[id]` whose name is known as `@name`, and who they are. */
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
