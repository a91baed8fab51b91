import { snake } from '#model/columns.ts'
import { isSealed, SEALED } from '#schemas/define/sealed.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Vault } from './vault.ts'

const BATCH = 500

interface Column {
  readonly resource: ResourceModel
  readonly field: FieldModel
  readonly column: string
}

const secretColumns = (model: Model): Column[] =>
  model.resources.flatMap((resource) =>
    resource.fields
      .filter((f) => f.kind === 'secret')
      .map((field) => ({ resource, field, column: snake(field.name) })),
  )

const sealColumn = async (
  query: Query,
  vault: Vault,
  { resource: { table }, column }: Column,
): Promise<void> => {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await query<{ id: string; value: string }>(
      `SELECT id, "${column}" AS value FROM "${table}" WHERE id > $1 AND "${column}" NOT LIKE $2 ORDER BY id LIMIT ${BATCH}`,
      [after, `${SEALED}1:${vault.key.replaceAll('_', '\\_')}:%`],
    )
    const open = rows.filter(({ value }) => !isSealed(value) || vault.holds(value))
    if (open.length > 0)
    // A value changed in the meantime was already encrypted.
    {
      await query(
        `UPDATE "${table}" t SET "${column}" = s.sealed FROM json_to_recordset($1::json) AS s(id uuid, value text, sealed text) WHERE t.id = s.id AND t."${column}" = s.value`,
        [
          JSON.stringify(
            open.map(({ id, value }) => {
              const place = { table, column, id }
              const clear = isSealed(value) ? vault.open(place, value) : value
              return { id, value, sealed: vault.seal(place, clear) }
            }),
          ),
        ],
      )
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/**
 * Encrypts values stored in plain text or with an earlier key, in batches; the records' visible
 * content does not change.
 */
export const sealStored = async (query: Query, model: Model, vault: Vault): Promise<void> => {
  for (const column of secretColumns(model)) await sealColumn(query, vault, column)
}

/**
 * Names the secrets that cannot be decrypted because they were encrypted with another `SECRET`;
 * undefined if there are none.
 */
export const unopened = async (
  query: Query,
  model: Model,
  vault: Vault,
): Promise<string | undefined> => {
  const found: string[] = []
  for (const { resource, field, column } of secretColumns(model)) {
    const { rows } = await query<{ sealed: string; count: number }>(
      `SELECT min("${column}") AS sealed, count(*)::int AS count FROM "${resource.table}" WHERE "${column}" LIKE '${SEALED}%' GROUP BY split_part("${column}", ':', 3)`,
    )
    const count = rows.reduce((n, row) => n + (vault.holds(row.sealed) ? 0 : row.count), 0)
    if (count > 0) found.push(`${field.label} of ${count} ${resource.label.many.toLowerCase()}`)
  }
  return found.length > 0
    ? `Encrypted with another SECRET: ${found.join(', ')}. Set SECRET (or bring the file "secret" of the data directory) from the installation that encrypted them, or name that secret in PREVIOUS_SECRET.`
    : undefined
}
