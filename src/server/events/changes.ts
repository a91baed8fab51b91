import type { Query } from '../database/query.ts'
import type { Position } from './position.ts'

/** One change as recorded in the audit, without values. */
export interface Change extends Position {
  readonly entity: string
  readonly recordId: string
  readonly version: number
  readonly action: string
  /** Names of the changed fields. */
  readonly fields: readonly string[]
}

interface Row {
  xid: string
  seq: string
  entity: string
  record_id: string
  version: number
  action: string
  fields: string[] | null
}

// `seq` numbers are assigned before transactions commit, in any order, so `seq` alone would skip a
// change that commits late. A transaction below `pg_snapshot_xmin` is finished, and every later one
// has a higher id: in the order (xid, seq) nothing ever appears before what was already read. The
// `order by` names the table: a bare `xid` is the text column of the select list, where 1000 sorts
// before 999.
const text = `select a.xid::text as xid, a.seq::text as seq, a.entity, a.record_id, a.version, a.action,
    case when jsonb_typeof(a.patch) = 'object' then (select array_agg(k) from jsonb_object_keys(a.patch) k) end as fields
  from audit a where (a.xid, a.seq) > ($1::text::xid8, $2::bigint) and a.xid < pg_snapshot_xmin(pg_current_snapshot())
  order by a.xid, a.seq limit $3`

/** Returns the final changes after a position, in order, at most `limit`. */
export const changesAfter = async (
  query: Query,
  after: Position,
  limit: number,
): Promise<Change[]> => {
  const { rows } = await query<Row>({
    name: 'changes-after',
    text,
    values: [String(after.xid), String(after.seq), limit],
  })
  return rows.map((r) => ({
    xid: BigInt(r.xid),
    seq: BigInt(r.seq),
    entity: r.entity,
    recordId: r.record_id,
    version: r.version,
    action: r.action,
    fields: r.fields ?? [],
  }))
}

/** True when more than `most` final changes come after a position. */
export const isBehind = async (query: Query, after: Position, most: number): Promise<boolean> => {
  const { rows } = await query({
    name: 'changes-behind',
    text: 'select 1 from audit a where (a.xid, a.seq) > ($1::text::xid8, $2::bigint) and a.xid < pg_snapshot_xmin(pg_current_snapshot()) order by a.xid, a.seq offset $3 limit 1',
    values: [String(after.xid), String(after.seq), most],
  })
  return rows.length > 0
}

/** Returns the position after every change that is final now. */
export const currentPosition = async (query: Query): Promise<Position> => {
  const {
    rows: [row],
  } = await query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin')
  // Everything of transactions below xmin is before this position; everything else has `seq` ≥ 1
  // and is after it.
  return { xid: BigInt(row?.xmin ?? '0'), seq: 0n }
}
