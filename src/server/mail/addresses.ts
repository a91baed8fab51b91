/** Characters of one line of addresses that are read. */
const MAX_LINE = 4000

/** The text without what stands in double quotes or round brackets; an open one stays. One pass. */
const withoutNames = (text: string): string => {
  let bare = ''
  let at = 0
  while (at < text.length) {
    const closing = text[at] === '"' ? '"' : text[at] === '(' ? ')' : undefined
    const end = closing === undefined ? at : endOf(text, at + 1, closing)
    // Where nothing closes this one, nothing closes a later one of its kind either.
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
 * The address of one mailbox, in lower case: `ana@example.com` of `"Ana, Silva" <Ana@example.com>`. What stands in
 * quotes or in brackets is a name, whatever it looks like; the address is what follows it. Text without one address is returned bare.
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

/** Addresses of one `To` that are read. */
const MAX_ADDRESSES = 100

/** The addresses of a `To`; of a long one those at its start. */
export const addressesIn = (to: string | readonly string[]): string[] =>
  (typeof to === 'string' ? to.slice(0, MAX_LINE).split(',') : to.slice(0, MAX_ADDRESSES)).map(
    addressIn,
  )
