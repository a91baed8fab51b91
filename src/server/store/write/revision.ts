import { say } from '#model/message.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '#model/types.ts'
import { forbidden, invalid, notFound } from '../../base/problem.ts'
import { fieldsReadableOn, fieldsWritableOn } from '../../permissions/fieldsOn.ts'
import type { RecordData } from '../types.ts'
import { ABOUT } from '../read/history.ts'
import { REDACTED } from './auditEntry.ts'
import type { Unit } from './unit.ts'

type Patch = Record<string, [Json, Json]>

/**
 * The patch that restores a record to its values after revision `seq`: for each field changed
 * since, the value before the first later change. State, derived fields and values missing from the
 * audit are unchanged, and so are fields the caller cannot read. With `only`, limited to these
 * fields. 404 for a revision of another record; 422 for an unknown field; 403 when the caller
 * cannot write a field that would change.
 */
export const revisionValues = async (
  unit: Unit,
  row: RecordData,
  revision: string,
  only?: readonly string[],
): Promise<Record<string, Json>> => {
  const { resource, tx, context } = unit
  if (!/^\d{1,15}$/.test(revision)) throw notFound('revision')
  const found = await tx.query<{ seq: number; patch: Patch | null }>(
    'SELECT seq, patch FROM audit WHERE entity = $1 AND record_id = $2 AND seq >= $3 AND action <> ALL($4::text[]) ORDER BY seq',
    [resource.entity, row.id, Number(revision), ABOUT],
  )
  if (found.rows[0]?.seq !== Number(revision)) throw notFound('revision')
  const earlier: Record<string, Json> = {}
  for (const { patch } of found.rows.slice(1)) {
    for (const [name, [before]] of Object.entries(patch ?? {})) {
      if (!Object.hasOwn(earlier, name)) earlier[name] = before
    }
  }
  const readable = (await fieldsReadableOn(tx.query, context.access, resource, [row.id]))(row.id)
  const unknown = only?.filter((name) => !readable.has(name)) ?? []
  if (unknown.length) {
    throw invalid(
      unknown.map((name) => ({
        path: 'fields',
        code: 'unknown_name',
        message: say('There is no field "{{name}}"', { name }),
      })),
    )
  }
  const fields = resource.fields.filter(
    (f) =>
      (only?.includes(f.name) ?? true) &&
      // A refusal would reveal that a hidden field has changed.
      readable.has(f.name) &&
      !f.derived &&
      !f.immutable &&
      f.kind !== 'secret' &&
      Object.hasOwn(earlier, f.name) &&
      earlier[f.name] !== REDACTED,
  )
  const values = Object.fromEntries(
    fields
      .filter((f) => !isDeepStrictEqual(earlier[f.name], row[f.name] ?? null))
      .map((f) => [f.name, earlier[f.name]!]),
  )
  const key = `${resource.entity}.update`
  const writable = await fieldsWritableOn(tx.query, context.access, resource, [row.id], key)
  if (Object.keys(values).some((name) => !writable(row.id).has(name))) {
    throw forbidden('That revision differs in fields you may not change.')
  }
  return values
}
