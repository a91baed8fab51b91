import { byCollection } from '#model/compile.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { FieldProblem } from '../../http/problem.ts'
import type { Access } from '../../permissions/types.ts'
import { sqlValues } from './find.ts'
import { prepared } from './prepared.ts'
import type { Values } from './rules.ts'

interface Pointing { readonly path: string; readonly id: string }
/** What of a row is to be checked: these fields, without what they pointed at `before` (it may have gone, or be none of the caller's business). */
export interface Pointers { readonly row: Values; readonly fields: ReadonlySet<string>; readonly before?: Values | null }

const refsOf = (field: FieldModel, value: Json): Pointing[] => {
  if (field.kind === 'ref') return typeof value === 'string' ? [{ path: field.name, id: value }] : []
  return ((value ?? []) as string[]).map((id, i) => ({ path: `${field.name}.${i}`, id }))
}

/** Files a value names: a file field, ordered pictures, and the same inside child rows. */
const filesOf = (field: FieldModel, value: Json, path: string): Pointing[] => {
  if (value === null || value === undefined) return []
  if (field.kind === 'image' || field.kind === 'file') return [{ path, id: value as string }]
  if (field.kind === 'images' || field.kind === 'files') return (value as { file: string }[]).map((v, i) => ({ path: `${path}.${i}.file`, id: v.file }))
  if (field.kind === 'rows') return (value as Values[]).flatMap((row, i) => (field.fields ?? []).flatMap((f) => filesOf(f, row[f.name] ?? null, `${path}.${i}.${f.name}`)))
  if (field.kind === 'object') return (field.fields ?? []).flatMap((f) => filesOf(f, (value as Values)[f.name] ?? null, `${path}.${f.name}`))
  return []
}

/** Ids anywhere in a value, for telling what is new in it. */
const idsIn = (value: Json | undefined): Set<string> => new Set(JSON.stringify(value ?? null).toLowerCase().match(/[0-9a-f-]{36}/g) ?? [])

/** The pointers that were not there before. */
const added = (list: readonly Pointing[], before: Json | undefined): readonly Pointing[] => {
  if (!before) return list
  const known = idsIn(before)
  return list.filter((p) => !known.has(p.id.toLowerCase()))
}

const liveAmong = async (tx: Tx, target: ResourceModel, ids: readonly string[], access: Access): Promise<Set<string>> => {
  const sql = sqlValues(ids)
  const rows = access.rows(target, 't', sql, 'read')
  // Held so that nobody deletes it before this write is done; in one order, so that two writes do not wait for each other.
  const found = await tx.query<{ id: string }>(prepared(`SELECT t.id FROM "${target.table}" t WHERE t.id = ANY($1::uuid[]) AND t.deleted_at IS NULL AND (${rows}) ORDER BY t.id FOR KEY SHARE OF t`, sql.values))
  return new Set(found.rows.map((r) => r.id))
}

/**
 * Checks that what rows point at exists, is live and may be seen by the caller, and holds it until the transaction
 * ends: one query per target. Answers the problems of each row, in their order.
 */
export const checkReferences = async (tx: Tx, model: Model, resource: ResourceModel, rows: readonly Pointers[], access: Access): Promise<FieldProblem[][]> => {
  const problems: FieldProblem[][] = rows.map(() => [])
  const pointers = resource.fields.filter((f) => (f.kind === 'ref' || f.kind === 'refs') && f.ref)
  for (const collection of [...new Set(pointers.map((f) => f.ref!))].sort()) {
    const target = byCollection(model, collection)
    const pointing = rows.map(({ row, fields, before }) => pointers.filter((f) => f.ref === collection && fields.has(f.name)).flatMap((f) => added(refsOf(f, row[f.name] ?? null), before?.[f.name])))
    const ids = [...new Set(pointing.flat().map((p) => p.id.toLowerCase()))]
    if (!ids.length) continue
    const live = await liveAmong(tx, target, ids, access)
    pointing.forEach((list, i) => problems[i]!.push(...list.filter((p) => !live.has(p.id.toLowerCase())).map((p) => ({ path: p.path, code: 'unknown_reference', message: `There is no such ${target.label.one.toLowerCase()}` }))))
  }
  const files = rows.map(({ row, fields, before }) => resource.fields.filter((f) => fields.has(f.name)).flatMap((f) => added(filesOf(f, row[f.name] ?? null, f.name), before?.[f.name])))
  const fileIds = [...new Set(files.flat().map((p) => p.id.toLowerCase()))]
  if (fileIds.length) {
    const found = await tx.query<{ id: string }>('SELECT id FROM files WHERE id = ANY($1::uuid[])', [fileIds])
    const live = new Set(found.rows.map((r) => r.id))
    files.forEach((list, i) => problems[i]!.push(...list.filter((p) => !live.has(p.id.toLowerCase())).map((p) => ({ path: p.path, code: 'unknown_reference', message: 'There is no such file' }))))
  }
  return problems
}
