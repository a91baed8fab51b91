/** Somebody who can be mentioned: by their name or the part of their address before the `@`. */
export interface Mentionable { readonly id: string; readonly name: string; readonly email: string }

const handlesOf = ({ name, email }: Mentionable): string[] => [name, email.split('@')[0] ?? ''].map((h) => h.trim().toLowerCase()).filter((h) => h.length > 1)
/** A name ends where no letter, digit or joining sign goes on. A dot ends a sentence as often as it joins. */
const goesOn = (text: string, at: number): boolean => /^[\p{L}\p{N}_-]|^\.[\p{L}\p{N}]/u.test(text.slice(at, at + 3))

/**
 * Ids of those whom a text mentions: `@Ana Silva` or `@ana.silva`, in any case. Of several names that fit one place the
 * longest is meant; people of one name are all meant. An address (`office@example.com`) mentions nobody.
 */
export const mentionedIn = (text: string, people: readonly Mentionable[]): string[] => {
  const lower = text.toLowerCase()
  const found = new Set<string>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    if (at > 0 && /[\p{L}\p{N}._-]/u.test(lower.charAt(at - 1))) continue
    const fits = people.flatMap((p) => handlesOf(p).filter((h) => lower.startsWith(h, at + 1) && !goesOn(lower, at + 1 + h.length)).map((h) => ({ id: p.id, length: h.length })))
    const longest = Math.max(0, ...fits.map((f) => f.length))
    for (const { id, length } of fits) if (length === longest) found.add(id)
  }
  return [...found]
}
