/** The pages of a conversation, newest first, and how a newer answer goes into them. Pure. */
import type { ListAnswer, RecordData } from '#data/types.ts'

export interface Pages { readonly pages: readonly ListAnswer[]; readonly pageParams: readonly unknown[] }

/** Order of writing; ids are made in the order of time. */
const inOrder = (a: RecordData, b: RecordData): number => String(a.createdAt).localeCompare(String(b.createdAt)) || a.id.localeCompare(b.id)

/** Every message once, oldest first. */
export const messagesOf = (pages: readonly ListAnswer[]): RecordData[] => {
  const byId = new Map<string, RecordData>()
  for (const page of pages) for (const m of page.data) { const known = byId.get(m.id); if (!known || known.version < m.version) byId.set(m.id, m) }
  return [...byId.values()].sort(inOrder)
}

/**
 * Puts the newest messages (`head`, the first page asked anew) into what is known: new ones are added, known ones take their newer
 * version. Where nothing of it is known, more was written than one page holds: all is taken anew from there.
 */
export const withHead = (old: Pages | undefined, head: ListAnswer): Pages => {
  const first = old?.pages[0]
  if (!old || !first) return { pages: [head], pageParams: [''] }
  const known = new Set(old.pages.flatMap((p) => p.data.map((m) => m.id)))
  if (known.size && head.page.next !== null && !head.data.some((m) => known.has(m.id))) return { pages: [head], pageParams: [''] }
  const newer = new Map(head.data.map((m) => [m.id, m]))
  const fresh = head.data.filter((m) => !known.has(m.id))
  const pages = old.pages.map((p) => (p.data.some((m) => newer.has(m.id)) ? { ...p, data: p.data.map((m) => { const n = newer.get(m.id); return n && n.version > m.version ? n : m }) } : p))
  return { ...old, pages: [{ ...pages[0]!, data: [...fresh, ...pages[0]!.data], included: joined(head.included, first.included) }, ...pages.slice(1)] }
}

/** One message that was written or changed, as the server answered it. */
export const withMessage = (old: Pages | undefined, message: RecordData): Pages | undefined => {
  const first = old?.pages[0]
  if (!old || !first) return old
  const known = old.pages.some((p) => p.data.some((m) => m.id === message.id))
  if (!known) return { ...old, pages: [{ ...first, data: [message, ...first.data] }, ...old.pages.slice(1)] }
  return { ...old, pages: old.pages.map((p) => ({ ...p, data: p.data.map((m) => (m.id === message.id && message.version > m.version ? message : m)) })) }
}

const joined = (a: ListAnswer['included'], b: ListAnswer['included']): ListAnswer['included'] =>
  Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].map((c) => [c, { ...b[c], ...a[c] }]))
