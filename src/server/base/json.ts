/** Maximum nesting of objects and lists in JSON from outside. */
const MAX_DEPTH = 40
/** Maximum names in all its objects together: each unknown one would be an error of the response. */
const MAX_NAMES = 10_000
/** Maximum values in all its objects and lists together: validation looks at each. */
const MAX_VALUES = 30_000

/** Maximum characters of the paths of all its values together: an error names the path. */
const MAX_PATHS = 4_000_000

const [QUOTE, COMMA, COLON, OPEN, BACKSLASH, CLOSE, BEGIN, END] = [...'",:[\\]{}'].map((char) =>
  char.charCodeAt(0),
)

/** Returns the index of the quote that ends a text, or the text's length. */
const endOfText = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === BACKSLASH) at++
    else if (char === QUOTE) return at
  }
  return text.length
}

/**
 * Why JSON text from outside is refused before it is parsed, as the end of a sentence about it;
 * undefined within the limits. Reads each character once and stops at the first excess.
 */
export const excessOf = (text: string): string | undefined => {
  // Lengths of paths: of the list or object around, of the value that comes next, and of all.
  let [around, next, paths] = [0, 0, 0]
  let [names, values, name] = [0, 0, 0]
  const outer: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const end = endOfText(text, at + 1)
      name = end - at
      at = end
    } else if (char === OPEN || char === BEGIN) {
      outer.push(around)
      if (outer.length > MAX_DEPTH) return 'is nested too deeply'
      around = next
      values++
    } else if (char === CLOSE || char === END) {
      around = outer.pop() ?? 0
    } else if (char === COLON || char === COMMA) {
      next = around + (char === COLON ? name : 1)
      paths += next
      if (char === COLON) names++
      else values++
    }
    if (names > MAX_NAMES) return `holds more than ${MAX_NAMES} names`
    if (values > MAX_VALUES) return `holds more than ${MAX_VALUES} values`
    if (paths > MAX_PATHS) return 'holds names that are too long'
  }
  return undefined
}
