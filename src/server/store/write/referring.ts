import { counted, inside, say } from '#model/message.ts'
import { byCollection } from '#model/compile.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json, Relation, ResourceModel } from '#model/types.ts'
import { Problem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import { ABOUT } from '../read/history.ts'
import { literal } from '../read/statement.ts'
import { fromRow, selected, type StoredRow } from './rows.ts'
import { quotedColumn, writeChanges } from './statements.ts'
import type { Unit } from './unit.ts'

const SHOWN = 20

interface Referring {
  readonly source: ResourceModel
  readonly field: FieldModel
  readonly where: string
}

const pointsHere = ({ many, field }: Relation): string =>
  many ? `t.${quotedColumn(field)} @> ARRAY[$1::uuid]` : `t.${quotedColumn(field)} = $1::uuid`

const relations = (unit: Unit): Referring[] =>
  unit.resource.referredBy.map((relation) => {
    const source = byCollection(unit.parts.model, relation.collection)
    return { source, field: fieldOf(source, relation.field)!, where: pointsHere(relation) }
  })

interface Referrer {
  readonly collection: string
  readonly id: string
  readonly title: Json
}

/** Referring records that the caller can see: their count, and up to 20 with readable titles. */
const visible = async (
  unit: Unit,
  { source, where }: Referring,
  live: string,
  id: string,
): Promise<{ readonly count: number; readonly some: Referrer[] }> => {
  const { access } = unit.context
  if (!access.can(`${source.entity}.read`)) return { count: 0, some: [] }
  const sql = sqlValues(id)
  const rows = access.rows(source, 't', sql, 'read')
  const open = access
    .narrowed(source, 'read')
    .find((g) => g.fields.has(source.title))
    ?.rows('t', sql)
  const named = `t.${quotedColumn(source.title)}`
  const readable = open === undefined ? named : `CASE WHEN ${open} THEN ${named} END`
  const title = access.readable(source).has(source.title) ? readable : 'NULL'
  const found = await unit.tx.query<{ id: string; title: Json; count: number }>(
    `SELECT t.id, ${title} AS title, count(*) OVER () AS count FROM "${source.table}" t WHERE ${where}${live} AND t.id <> $1::uuid AND (${rows}) ORDER BY t.id LIMIT ${SHOWN}`,
    sql.values,
  )
  return {
    count: Number(found.rows[0]?.count ?? 0),
    some: found.rows.map((r) => ({ collection: source.collection, id: r.id, title: r.title })),
  }
}

/** Records that these operations did not write last. */
const writtenByOthers = ({ entity }: ResourceModel, operations: readonly string[]): string =>
  ` AND coalesce((SELECT a.operation_id FROM audit a WHERE a.entity = ${literal(entity)} AND a.record_id = t.id AND a.action <> ALL(ARRAY[${ABOUT.map(literal).join(', ')}]) ORDER BY a.seq DESC LIMIT 1) <> ALL(ARRAY[${operations.map(literal).join(', ')}]::uuid[]), true)`

/**
 * 409 when other records refer to this one by a restricting reference. Purging counts trashed
 * records too, since they can be restored. `members.referring` lists up to 20 that the caller can
 * see and `members.count` counts those; for hidden ones the message only says that some exist.
 * With `unlessBy` references that would be cleared count too, of records that something else than
 * these operations wrote last.
 */
export const refuseReferred = async (
  unit: Unit,
  row: RecordData,
  purge: boolean,
  unlessBy?: readonly string[],
): Promise<void> => {
  const trash = purge ? '' : ' AND t.deleted_at IS NULL'
  const seen: Referrer[] = []
  const counts: ReturnType<typeof counted>[] = []
  let total = 0
  let refused = false
  for (const relation of relations(unit)) {
    const clears = relation.field.onDelete === 'clear'
    if (clears && !unlessBy) continue
    const live = clears ? `${trash}${writtenByOthers(relation.source, unlessBy!)}` : trash
    const { rows } = await unit.tx.query(
      `SELECT 1 FROM "${relation.source.table}" t WHERE ${relation.where}${live} AND t.id <> $1::uuid LIMIT 1`,
      [row.id],
    )
    if (!rows.length) continue
    refused = true
    const { count: n, some } = await visible(unit, relation, live, row.id)
    if (!n) continue
    total += n
    counts.push(counted(n, relation.source.label))
    seen.push(...some)
  }
  if (!refused) return
  const one = inside(unit.resource.label.one)
  const what = { list: counts, and: true } as const
  throw new Problem(
    409,
    'referenced',
    [
      say('This {{one}} cannot be deleted: other records refer to it.', { one }),
      say('This {{one}} cannot be deleted: {{what}} refers to it.', { one, what }),
    ][total] ?? say('This {{one}} cannot be deleted: {{what}} refer to it.', { one, what }),
    { members: { referring: seen.slice(0, SHOWN), count: total } },
  )
}

/**
 * Clears references declared `onDelete: 'clear'` on all rows: limited to the caller's, the record
 * could never be deleted.
 */
export const clearReferences = async (unit: Unit, row: RecordData): Promise<void> => {
  for (const { source, field, where } of relations(unit).filter(
    (r) => r.field.onDelete === 'clear',
  )) {
    const found = await unit.tx.query<StoredRow>(
      `SELECT ${selected(source, 't')} FROM "${source.table}" t WHERE ${where} AND t.id <> $1::uuid ORDER BY t.id FOR NO KEY UPDATE`,
      [row.id],
    )
    const changes = found.rows
      .map((r) => fromRow(r))
      .map((before) => {
        const left =
          field.kind === 'refs'
            ? (before[field.name] as string[]).filter((id) => id !== row.id)
            : null
        return {
          kind: 'update' as const,
          before,
          after: { ...before, [field.name]: left, version: before.version + 1 } as RecordData,
          changed: new Set([field.name]),
        }
      })
    await writeChanges(
      unit.tx,
      source,
      changes,
      changes.map(() => ({
        action: 'update' as const,
        reason: `${unit.resource.label.one} deleted`,
      })),
      unit.context,
    )
  }
}
