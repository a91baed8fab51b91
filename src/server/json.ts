/** Maximum nesting of objects and lists in JSON from outside. */
const MAX_DEPTH = 40

/**
 * True for JSON text nested deeper than any body may be. Reads each character once and stops at the
 * first level over the limit.
 */
export const isTooDeep = (text: string): boolean => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '[' || char === '{') {
      if (++depth > MAX_DEPTH) return true
    } else if (char === ']' || char === '}') depth--
  }
  return false
}
