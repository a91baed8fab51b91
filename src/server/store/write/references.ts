import { own } from '#schemas/define/own.ts'
import { inside, say } from '#model/message.ts'
import { byCollection } from '#model/compile.ts'
import { pointersOf } from '#model/pointers.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { FieldProblem } from '../../base/problem.ts'
import { isFileVisible } from '../../permissions/visibleFiles.ts'
import type { Access } from '../../permissions/types.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import { among, prepared } from './prepared.ts'
import type { Values } from './rules.ts'
import type { WriterParts } from './unit.ts'

interface Named {
  readonly path: string
  readonly id: string
}
/**
 * The fields of a row to check. Skips references already in `before`: their targets may be deleted
 * or hidden from the caller.
 */
export interface Pointers {
  readonly row: Values
  readonly fields: ReadonlySet<string>
  readonly before?: Values | null
}

/** Files that a value refers to: a file field, ordered pictures, and the same inside child rows. */
const filesOf = (field: FieldModel, value: Json, path: string): Named[] => {
  if (value === null || value === undefined) return []
  if (field.kind === 'image' || field.kind === 'file') return [{ path, id: value as string }]
  if (field.kind === 'images' || field.kind === 'files') {
    return (value as { file: string }[]).map((v, i) => ({ path: `${path}.${i}.file`, id: v.file }))
  }
  if (field.kind === 'rows') {
    return (value as Values[]).flatMap((row, i) =>
      (field.fields ?? []).flatMap((f) =>
        filesOf(f, row[f.name] ?? null, `${path}.${i}.${f.name}`),
      ),
    )
  }
  if (field.kind === 'object' || field.kind === 'variant') {
    const members = value as Values
    const inner =
      field.kind === 'object'
        ? field.fields
        : field.variants?.find((v) => v.value === members.kind)?.fields
    return (inner ?? []).flatMap((f) =>
      filesOf(f, own(members, f.name) ?? null, `${path}.${f.name}`),
    )
  }
  return []
}

const keyOf = (named: Named & { readonly collection?: string }): string =>
  `${named.collection ?? ''}/${named.id.toLowerCase()}`

/** The entries of a value that were not there before. */
const added = <N extends Named>(
  of: (value: Json | undefined) => readonly N[],
  value: Json | undefined,
  before: Json | undefined,
): readonly N[] => {
  const known = new Set(before ? of(before).map(keyOf) : [])
  return of(value).filter((n) => !known.has(keyOf(n)))
}

const liveAmong = async (
  tx: Tx,
  target: ResourceModel,
  ids: readonly string[],
  access: Access,
): Promise<Set<string>> => {
  const wanted = among(ids)
  const sql = sqlValues(wanted.value)
  const rows = access.rows(target, 't', sql, 'read')
  // Locked so that nobody deletes them before this write commits; in a fixed order to avoid
  // deadlocks.
  const found = await tx.query<{ id: string }>(
    prepared(
      `SELECT t.id FROM "${target.table}" t WHERE t.id ${wanted.sql} AND t.deleted_at IS NULL AND (${rows}) ORDER BY t.id FOR KEY SHARE OF t`,
      sql.values,
    ),
  )
  return new Set(found.rows.map((r) => r.id))
}

/**
 * The same for records in another database, which cannot be locked; undefined for those in this
 * one.
 */
const liveElsewhere = async (
  target: ResourceModel,
  ids: readonly string[],
  access: Access,
  elsewhere: WriterParts['elsewhere'],
): Promise<Set<string> | undefined> => {
  const asked = ids.flatMap((id) => elsewhere?.(target.collection, id) ?? [])
  if (!asked.length) return undefined
  const found = await Promise.all(asked)
  return new Set(
    access.can(`${target.entity}.read`)
      ? found.flatMap((record) => (record && !record.deletedAt ? [record.id] : []))
      : [],
  )
}

/**
 * Files the caller can use in a record: their own uploads and files they can already see. Otherwise
 * naming another person's file would grant access to it.
 */
const usableFiles = async (
  tx: Tx,
  model: Model,
  ids: readonly string[],
  access: Access,
): Promise<Set<string>> => {
  const { kind } = access.actor
  const { rows } = await tx.query<{
    id: string
    created_by: string | null
    collection: string | null
  }>(
    // Locked, so that nobody purges them before this write commits.
    'SELECT id, created_by, collection FROM files WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE',
    [ids],
  )
  const usable = new Set<string>()
  for (const row of rows) {
    if (kind === 'system' || (await isFileVisible(tx.query, model, access, row))) {
      usable.add(row.id)
    }
  }
  return usable
}

/** Where referenced records are, and whose must be visible. */
interface Targets {
  readonly tx: Tx
  readonly model: Model
  readonly access: Access
  readonly elsewhere?: WriterParts['elsewhere']
}

/**
 * Checks that references, also in child rows, exist, are live and visible to the caller, and locks
 * their targets until the transaction ends: one query per target. Returns the problems of each row,
 * in order.
 */
export const checkReferences = async (
  { tx, model, access, elsewhere }: Targets,
  { fields: declared }: Pick<ResourceModel, 'fields'>,
  rows: readonly Pointers[],
): Promise<FieldProblem[][]> => {
  const problems: FieldProblem[][] = rows.map(() => [])
  const pointing = rows.map(({ row, fields, before }) =>
    declared
      .filter((f) => fields.has(f.name))
      .flatMap((f) => added((v) => pointersOf(f, v), row[f.name], before?.[f.name])),
  )
  for (const collection of [...new Set(pointing.flat().map((p) => p.collection))].sort()) {
    const target = byCollection(model, collection)
    const named = pointing.map((list) => list.filter((p) => p.collection === collection))
    const ids = [...new Set(named.flat().map((p) => p.id.toLowerCase()))]
    const live =
      (await liveElsewhere(target, ids, access, elsewhere)) ??
      (await liveAmong(tx, target, ids, access))
    named.forEach((list, i) =>
      problems[i]!.push(
        ...list
          .filter((p) => !live.has(p.id.toLowerCase()))
          .map((p) => ({
            path: p.path,
            code: 'unknown_reference',
            message: say('There is no such {{what}}', { what: inside(target.label.one) }),
          })),
      ),
    )
  }
  const files = rows.map(({ row, fields, before }) =>
    declared
      .filter((f) => fields.has(f.name))
      .flatMap((f) => added((v) => filesOf(f, v ?? null, f.name), row[f.name], before?.[f.name])),
  )
  const fileIds = [...new Set(files.flat().map((p) => p.id.toLowerCase()))]
  if (fileIds.length) {
    const live = await usableFiles(tx, model, fileIds, access)
    files.forEach((list, i) =>
      problems[i]!.push(
        ...list
          .filter((p) => !live.has(p.id.toLowerCase()))
          .map((p) => ({
            path: p.path,
            code: 'unknown_reference',
            message: 'There is no such file',
          })),
      ),
    )
  }
  return problems
}
