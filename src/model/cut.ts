/**
 * Shortens a text to at most `length` UTF-16 units without splitting a surrogate pair: no column
 * accepts half of one.
 */
export const cut = (text: string, length: number): string => {
  const end = Math.max(0, Math.min(length, text.length))
  const halved =
    end < text.length &&
    /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) &&
    /[\uDC00-\uDFFF]/.test(text.charAt(end))
  return text.slice(0, halved ? end - 1 : end)
}
