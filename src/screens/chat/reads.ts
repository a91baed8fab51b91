/** What a person has read: per conversation up to when, kept among their preferences. Pure. */

/** Instants ISO 8601. What is older than `since` counts as read. */
export interface Reads { readonly since: string; readonly upTo: Readonly<Record<string, string>> }

/** A preference holds 64 kB; an entry takes about 70 bytes. */
export const MAX_READS = 500

/** Reads the stored preference; undefined when there is none yet. */
export const readReads = (raw: unknown): Reads | undefined => {
  if (typeof raw !== 'object' || raw === null || !('since' in raw) || typeof raw.since !== 'string') return undefined
  const upTo = 'upTo' in raw && typeof raw.upTo === 'object' && raw.upTo !== null ? raw.upTo : {}
  return { since: raw.since, upTo: Object.fromEntries(Object.entries(upTo).filter((e): e is [string, string] => typeof e[1] === 'string')) }
}

export const isUnread = (reads: Reads | undefined, id: string, lastMessageAt: unknown): boolean => {
  if (!reads || typeof lastMessageAt !== 'string') return false
  return Date.parse(lastMessageAt) > Date.parse(reads.upTo[id] ?? reads.since)
}

/** Marks a conversation as read up to an instant; the oldest marks go when there are too many. */
export const withRead = (reads: Reads, id: string, at: string): Reads => {
  if (Date.parse(at) <= Date.parse(reads.upTo[id] ?? reads.since)) return reads
  const all = Object.entries({ ...reads.upTo, [id]: at }).sort(([, a], [, b]) => Date.parse(b) - Date.parse(a))
  const gone = all[MAX_READS]
  return { since: gone && Date.parse(gone[1]) > Date.parse(reads.since) ? gone[1] : reads.since, upTo: Object.fromEntries(all.slice(0, MAX_READS)) }
}
