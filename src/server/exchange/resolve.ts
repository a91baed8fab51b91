import { inside, say, type Said } from '#model/message.ts'
import { snake } from '#model/columns.ts'
import { byCollection } from '#model/compile.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import type { FieldProblem } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import type { ImportResult, ImportRow, ImportOptions } from '../store/write/importTypes.ts'
import type { TxWriteContext } from '../store/write/unit.ts'
import { filled, pendingIn, type Draft, type Pending } from './pending.ts'
import { RecordProblem } from './mappedRow.ts'
import { shownCell } from './values.ts'

/** The store's import function with its dependencies bound. */
export type ImportRows = (
  resource: ResourceModel,
  rows: readonly ImportRow[],
  options: ImportOptions,
  context: TxWriteContext,
) => Promise<ImportResult>

/** The record's id, or its problems: paths from the reference on, empty for the reference itself. */
type Found = { readonly id: string } | { readonly problems: readonly Fault[] }
type Fault = FieldProblem & { readonly columns?: readonly string[] }

const unknown = (message: Said): { readonly problems: readonly Fault[] } => ({
  problems: [{ path: '', code: 'unknown_reference', message }],
})

/** The label of the field by which a record is found, as in a sentence. */
const byLabel = (resource: ResourceModel, by: string) => {
  const { label } = resource.fields.find((f) => f.name === by)!
  return /^\p{Lu}\p{Lu}/u.test(label) ? { label } : inside(label)
}

/**
 * Resolves references by value into ids within one transaction: finds the records and creates
 * missing ones where allowed. `known` holds ids of committed records; records created by this
 * transaction are in `made` and join `known` after its commit.
 */
export class Resolver {
  readonly made = new Map<string, string>()
  readonly #found = new Map<string, Found>()
  readonly #parts: {
    readonly model: Model
    readonly importRows: ImportRows
    readonly known: ReadonlyMap<string, string>
    readonly history: boolean
  }
  readonly #tx: Tx
  readonly #context: TxWriteContext

  constructor(
    parts: {
      model: Model
      importRows: ImportRows
      known: ReadonlyMap<string, string>
      history: boolean
    },
    tx: Tx,
    context: TxWriteContext,
  ) {
    this.#parts = parts
    this.#tx = tx
    this.#context = { ...context, tx }
  }

  #lookup(key: string): Found | undefined {
    const id = this.made.get(key) ?? this.#parts.known.get(key)
    return id === undefined ? this.#found.get(key) : { id }
  }

  async #find(
    resource: ResourceModel,
    by: string,
    wanted: readonly Pending[],
    access: Access,
  ): Promise<void> {
    const email = resource.fields.find((f) => f.name === by)?.kind === 'email'
    const fold = (value: string) => (email ? value.toLowerCase() : value)
    const sql = sqlValues(wanted.map((p) => fold(p.value)))
    const column = email ? `lower(t."${snake(by)}")` : `t."${snake(by)}"`
    const open = access
      .narrowed(resource, 'read')
      .find((g) => g.fields.has(by))
      ?.rows('t', sql)
    const { rows } = await this.#tx.query<{ value: string; id: string; n: number }>(
      `SELECT ${column} AS value, min(t.id::text) AS id, count(*) AS n FROM "${resource.table}" t WHERE ${column} = ANY($1::text[]) AND t.deleted_at IS NULL AND (${access.rows(resource, 't', sql, 'read')})${open === undefined ? '' : ` AND (${open})`} GROUP BY 1`,
      sql.values,
    )
    const byValue = new Map(rows.map((r) => [r.value, r]))
    for (const pending of wanted) {
      const row = byValue.get(fold(pending.value))
      if (!row) continue
      this.#found.set(
        pending.key,
        row.n > 1
          ? unknown(
              say('Several {{many}} have the {{field}} "{{value}}"', {
                many: inside(resource.label.many),
                field: byLabel(resource, by),
                value: shownCell(pending.value),
              }),
            )
          : { id: row.id },
      )
    }
  }

  #notMade(resource: ResourceModel, { value }: Pending, why: readonly Fault[]): Found {
    const { problems } = unknown(
      say('The {{one}} "{{value}}" could not be created', {
        one: inside(resource.label.one),
        value: shownCell(value),
      }),
    )
    return { problems: [...problems, ...why] }
  }

  async #make(resource: ResourceModel, missing: readonly Pending[]): Promise<void> {
    const drafts = missing.flatMap((pending, row) => {
      try {
        return [{ row, pending, draft: pending.create!() }]
      } catch (error) {
        if (!(error instanceof RecordProblem)) throw error
        this.#found.set(pending.key, this.#notMade(resource, pending, error.errors))
        return []
      }
    })
    await this.resolve(drafts.flatMap(({ draft }) => pendingIn(draft)))
    const rows: ImportRow[] = []
    for (const { row, pending, draft } of drafts) {
      const { data, errors } = this.fill({
        ...draft,
        [pending.by]: draft[pending.by] ?? pending.value,
      })
      if (errors.length > 0) this.#found.set(pending.key, this.#notMade(resource, pending, errors))
      else rows.push({ row, data })
    }
    if (rows.length === 0) return
    const { rows: results } = await this.#parts.importRows(
      resource,
      rows,
      { mode: 'partial', history: this.#parts.history },
      this.#context,
    )
    for (const result of results) {
      const pending = missing[result.row]!
      if (result.id !== undefined && result.outcome !== 'refused') {
        this.made.set(pending.key, result.id)
      } else this.#found.set(pending.key, this.#notMade(resource, pending, result.errors ?? []))
    }
  }

  /** Finds or creates all given references. Created records may refer to further ones. */
  async resolve(pendings: readonly Pending[]): Promise<void> {
    const open = new Map(pendings.filter((p) => !this.#lookup(p.key)).map((p) => [p.key, p]))
    const groups = new Map<string, Pending[]>()
    for (const p of open.values()) {
      const key = `${p.collection}\n${p.by}`
      groups.set(key, [...(groups.get(key) ?? []), p])
    }
    for (const group of groups.values()) {
      const { collection, by } = group[0]!
      const resource = byCollection(this.#parts.model, collection)
      await this.#find(resource, by, group, this.#context.access)
      const missing = group.filter((p) => !this.#lookup(p.key))
      for (const p of missing) {
        if (!p.create) {
          this.#found.set(
            p.key,
            unknown(
              say('There is no {{one}} with the {{field}} "{{value}}"', {
                one: inside(resource.label.one),
                field: byLabel(resource, by),
                value: shownCell(p.value),
              }),
            ),
          )
        }
      }
      await this.#make(
        resource,
        missing.filter((p) => p.create),
      )
    }
  }

  /** Returns the draft with ids in place of references; call `resolve` first. */
  fill(draft: Draft): {
    data: Record<string, Json>
    errors: Fault[]
  } {
    const data: Record<string, Json> = {}
    const errors: Fault[] = []
    const replace = (pending: Pending, path: string): string | undefined => {
      const found = this.#lookup(pending.key)
      if (found && 'id' in found) return found.id
      const { problems } = found ?? unknown('There is no such record')
      errors.push(
        ...problems.map((problem) => ({
          ...problem,
          path: [path, problem.path].filter(Boolean).join('.'),
          ...(problem.path ? {} : { columns: pending.columns }),
        })),
      )
      return undefined
    }
    for (const [name, value] of Object.entries(draft)) {
      const found = filled(value, name, replace)
      if (found !== undefined) data[name] = found
    }
    return { data, errors }
  }
}
