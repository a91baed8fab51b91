import { own } from '#schemas/define/own.ts'

/** Maximum characters read of one line of addresses. */
const MAX_LINE = 4000

/** Opening characters of text that is not part of an address, and what closes it. */
const closings: Readonly<Record<string, string>> = { '"': '"', '(': ')' }

/** Removes text in double quotes or round brackets; an unclosed one stays. One pass. */
const withoutNames = (text: string): string => {
  let bare = ''
  let at = 0
  while (at < text.length) {
    const closing = own(closings, text[at]!)
    const end = closing === undefined ? at : endOf(text, at + 1, closing)
    // If this one is never closed, no later one of its kind is either.
    if (end < 0) return bare + text.slice(at)
    if (closing === undefined) bare += text[at]
    at = end + 1
  }
  return bare
}

const endOf = (text: string, from: number, closing: string): number => {
  for (let at = from; at < text.length; at++) {
    if (text[at] === closing) return at
    if (text[at] === '\\') at++
  }
  return -1
}

/**
 * Returns the address of one mailbox in lower case: `ana@example.com` of `"Ana, Silva"
 * <Ana@example.com>`. Text in quotes or brackets is a name, whatever it looks like; the address
 * follows it. Text without exactly one address is returned without names.
 */
export const addressIn = (text: string): string => {
  const bare = withoutNames(text.slice(0, MAX_LINE)).trim()
  const open = bare.indexOf('<')
  if (open < 0 || !bare.endsWith('>')) return bare.toLowerCase()
  const [name, address] = [bare.slice(0, open), bare.slice(open + 1, -1)]
  const at = address.indexOf('@')
  if (at < 1 || at === address.length - 1 || /[<>\s]/.test(address) || name.includes('>')) {
    return bare.toLowerCase()
  }
  return name.includes('@') && name.includes(',') ? '' : address.toLowerCase()
}

/** Maximum addresses read of one `To`. */
const MAX_ADDRESSES = 100

/** Returns the addresses of a `To`; only the first ones of a long list. */
export const addressesIn = (to: string | readonly string[]): string[] =>
  (typeof to === 'string' ? to.slice(0, MAX_LINE).split(',') : to.slice(0, MAX_ADDRESSES)).map(
    addressIn,
  )
