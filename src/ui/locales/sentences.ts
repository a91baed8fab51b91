/**
 * Translates messages of the server and of the shared rules, identified by their English text:
 * `problems` of a catalogue. Loaded with a language other than English.
 */

const HOLE = /\{\{(\w+)\}\}/g

/** No sentence is longer, with the names in it. */
const MAX_SENTENCE = 2_000

/**
 * Creates the translator of a catalogue, given by full keys. A placeholder is replaced by a number, a
 * name, or a schema label, which the server writes in lower case.
 */
export const sentencesOf = (texts: ReadonlyMap<string, string>): ((text: string) => string) => {
  const named = (text: string): string =>
    texts.get(`schema.${text}`) ??
    texts.get(`schema.${text.charAt(0).toUpperCase()}${text.slice(1)}`) ??
    text
  const patterns = [...texts].flatMap(([key, own]): [RegExp, string][] => {
    if (!key.startsWith('problems.') || !key.includes('{{')) return []
    const source = key
      .slice('problems.'.length)
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(HOLE, '(?<$1>.+)')
    return [[new RegExp(`^${source}$`, 'u'), own]]
  })
  return (text) => {
    const whole = texts.get(`problems.${text}`) ?? texts.get(`schema.${text}`)
    if (whole !== undefined) return whole
    if (text.length > MAX_SENTENCE) return text
    for (const [pattern, own] of patterns) {
      const found = pattern.exec(text)
      if (found) return own.replace(HOLE, (_, name: string) => named(found.groups?.[name] ?? ''))
    }
    return text
  }
}
