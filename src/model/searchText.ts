/**
 * Serialises search parameters for the address bar: plain words, lists as repeated names, only
 * groups as JSON.
 */

type Search = Record<string, unknown>

/**
 * `?state=published&sort=-createdAt`; several values of one name become a list. Everything stays
 * text: each route parses its own.
 */
export const parseSearch = (text: string): Search => {
  const out = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const known = out.get(name)
    if (known) known.push(value)
    else out.set(name, [value])
  }
  return Object.fromEntries(
    [...out].map(([name, values]) => [name, values[1] === undefined ? values[0] : values]),
  )
}

const spell = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Inverse of `parseSearch`; leaves out empty and undefined values. */
export const stringifySearch = (search: Search): string => {
  const out = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) out.append(name, spell(one))
  }
  // Characters that need no escape inside a query stay readable.
  const text = out.toString().replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%3A/g, ':')
  return text && `?${text}`
}
