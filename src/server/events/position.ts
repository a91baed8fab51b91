import { Problem } from '../base/problem.ts'

/**
 * A position in the stream of changes: transaction, then number of the change. Totally ordered;
 * written as `<xid>-<seq>` in event ids.
 */
export interface Position {
  readonly xid: bigint
  readonly seq: bigint
}

/** Negative when `a` comes first. */
export const comparePositions = (a: Position, b: Position): number => {
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1
  if (a.seq !== b.seq) return a.seq < b.seq ? -1 : 1
  return 0
}

export const formatPosition = (p: Position): string => `${p.xid}-${p.seq}`

/** Parses a `Last-Event-ID`; 400 when it is not one of ours. */
export const parsePosition = (text: string): Position => {
  const match = /^(\d{1,18})-(\d{1,18})$/.exec(text)
  if (!match) {
    throw new Problem(400, 'malformed', 'Last-Event-ID is not an id of an event.', {
      errors: [{ path: 'Last-Event-ID', code: 'malformed', message: 'Not an id of an event.' }],
    })
  }
  return { xid: BigInt(match[1]!), seq: BigInt(match[2]!) }
}
