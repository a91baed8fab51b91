/**
 * Splits a text at `@` and one of the names, of several the longest: every second part is a mention.
 */
export const mentionsIn = (text: string, names: readonly string[]): string[] => {
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0 && marks.length; at = text.indexOf('@', at)) {
    const mark = marks.find((one) => text.startsWith(one, at))
    if (mark) {
      parts.push(text.slice(from, at), mark)
      from = at + mark.length
    }
    at += mark?.length ?? 1
  }
  return [...parts, text.slice(from)]
}
