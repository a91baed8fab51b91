import type { Database, Tx } from '../database/pool.ts'
import {
  ENTRY,
  hashLeaf,
  isRemoved,
  leafOf,
  leavesOf,
  linkOf,
  REASON,
  valuesOf,
  type Entry,
  type Leaves,
} from '../store/write/auditChain.ts'
import { AUDIT_ENTITY } from '../store/write/scrub.ts'
import { HEAD, LAST } from './seal.ts'

const BATCH = 1000
const TIMEOUT_MS = 60 * 60_000

/**
 * The first difference from what was sealed. `seq` is the entry's number, `at` its time if known.
 */
export interface Tampering {
  readonly kind: 'changed' | 'missing' | 'inserted'
  readonly seq: string
  readonly at: string | null
}

export interface Verdict {
  /** Number of entries whose links are valid. */
  readonly verified: number
  /** Number of entries not sealed yet. */
  readonly waiting: number
  /** Last valid link; empty for an empty chain. */
  readonly head: string
  readonly tampering: Tampering | null
}

type Link = {
  readonly place: number
  readonly sealed: string
  readonly hash: string
  readonly salt: string | null
  readonly leaves: Leaves | null
} & (Entry | { readonly seq: null })

/** Entry numbers, each with the leaves taken by a recorded removal. */
type Removals = ReadonlyMap<string, ReadonlySet<string>>

const removalsOf = async (tx: Tx): Promise<Removals> => {
  const { rows } = await tx.query<{ entries: number[]; fields: string[] }>(
    "select patch->'entries'->1 as entries, patch->'fields'->1 as fields from audit where entity = $1 and action = 'scrub'",
    [AUDIT_ENTITY],
  )
  const found = new Map<string, Set<string>>()
  for (const { entries, fields } of rows) {
    for (const seq of entries) {
      const leaves = found.get(String(seq)) ?? new Set([REASON])
      for (const field of fields) leaves.add(leafOf(field))
      found.set(String(seq), leaves)
    }
  }
  return found
}

/** True if an entry still matches what was sealed, apart from values whose removal is recorded. */
const holds = (entry: Entry, leaves: Leaves, removed: ReadonlySet<string> | undefined): boolean => {
  const values = valuesOf(entry)
  const sealed = new Map(Object.entries(leaves))
  return (
    values.length === sealed.size &&
    values.every(([name, text]) => {
      const leaf = sealed.get(name)
      if (!leaf) return false
      const [hash, salt] = leaf
      return salt === null
        ? isRemoved(name, text) && removed?.has(name) === true
        : hashLeaf(salt, name, text) === hash
    })
  )
}

const walk = `select s.place, s.seq::text as sealed, s.hash, s.salt, s.leaves, e.* from audit_seals s
  left join lateral (select ${ENTRY} from audit a where a.seq = s.seq) e on true where s.place > $1 order by s.place limit ${BATCH}`

const timeOf = async (tx: Tx, seq: string): Promise<string | null> =>
  (
    await tx.query<{ at: string }>(
      'select at from audit where seq <= $1 order by seq desc limit 1',
      [seq],
    )
  ).rows[0]?.at ?? null

const findTampering = async (
  tx: Tx,
  onProgress: (verified: number) => void,
): Promise<Omit<Verdict, 'waiting'>> => {
  const removals = await removalsOf(tx)
  let [place, head] = [0, '']
  const verdict = async (
    found: Omit<Tampering, 'at'> | null,
  ): Promise<Omit<Verdict, 'waiting'>> => ({
    verified: place,
    head,
    tampering: found && { ...found, at: await timeOf(tx, found.seq) },
  })
  for (;;) {
    const { rows } = await tx.query<Link>(walk, [place])
    for (const link of rows) {
      const { sealed } = link
      if (link.place !== place + 1 || link.seq === null) {
        return verdict({ kind: 'missing', seq: sealed })
      }
      const leaves = link.leaves ?? leavesOf(link, link.salt ?? '')
      if (
        linkOf(head, link.place, link, leaves) !== link.hash ||
        !holds(link, leaves, removals.get(sealed))
      ) {
        return verdict({ kind: 'changed', seq: sealed })
      }
      ;[place, head] = [link.place, link.hash]
    }
    onProgress(place)
    if (rows.length < BATCH) break
  }
  const {
    rows: [end],
  } = await tx.query<{ place: number; hash: string }>(
    "select (value->>'place')::bigint as place, value->>'hash' as hash from settings where key = $1",
    [HEAD],
  )
  const {
    rows: [last],
  } = await tx.query<{ seq: string; xid: string }>(LAST)
  if ((end?.place ?? 0) > place) return verdict({ kind: 'missing', seq: last?.seq ?? '0' })
  if ((end?.place ?? 0) !== place || (end?.hash ?? '') !== head) {
    return verdict({ kind: 'inserted', seq: last?.seq ?? '0' })
  }
  const {
    rows: [late],
  } = await tx.query<{ seq: string }>(
    'select a.seq::text as seq from audit a where (a.xid, a.seq) <= ($1::text::xid8, $2::bigint) and not exists (select from audit_seals s where s.seq = a.seq) order by a.seq limit 1',
    [last?.xid ?? '0', last?.seq ?? '0'],
  )
  return verdict(late ? { kind: 'inserted', seq: late.seq } : null)
}

/**
 * Verifies the whole chain in one snapshot: compares every audit entry with its link and finds the
 * first that was changed, removed or inserted afterwards. Memory does not grow with the audit.
 */
export const verifyAudit = (
  db: Database,
  onProgress: (verified: number) => void = () => {},
): Promise<Verdict> =>
  db.transaction(
    async (tx) => {
      const found = await findTampering(tx, onProgress)
      const {
        rows: [unsealed],
      } = await tx.query<{ n: number }>(
        'select count(*)::int as n from audit a where not exists (select from audit_seals s where s.seq = a.seq)',
      )
      return { ...found, waiting: unsealed?.n ?? 0 }
    },
    { isolation: 'repeatable read', readOnly: true, timeoutMs: TIMEOUT_MS },
  )

/** Describes a verdict in one sentence. */
export const describeVerdict = ({ verified, waiting, head, tampering }: Verdict): string => {
  const count = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'entry' : 'entries'}`
  const before = `${count(verified)} of the audit verified`
  if (!tampering) {
    return `${before}; ${waiting.toLocaleString('en')} ${waiting === 1 ? 'waits' : 'wait'} to be sealed.${head ? ` The chain ends with ${head}.` : ''}`
  }
  const { kind, seq, at } = tampering
  const when = at ? ` (${kind === 'missing' ? 'after ' : ''}${at})` : ''
  const what = {
    changed: 'was changed after it was sealed',
    missing: 'is missing',
    inserted: 'was put in afterwards',
  }[kind]
  return `The audit was tampered with: entry ${seq}${when} ${what}. ${before} before it.`
}
