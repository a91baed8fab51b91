import { v7 as uuidv7 } from 'uuid'
import { traits } from '#schemas/define/kinds.ts'
import { checkRow, validate } from '#model/validation.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { forbidden, Problem, type FieldProblem } from '../../http/problem.ts'
import { fieldsOn, fieldsOnSome } from '../../permissions/fieldsOn.ts'
import type { RecordData } from '../types.ts'
import { derived, emptyRow, outsideRows, requireStepUp } from './apply.ts'
import { asProblem } from './failures.ts'
import { sqlValues, stillWithinRows, stillWritable } from './find.ts'
import type { ImportAnswer, ImportRow } from './importTypes.ts'
import { checkReferences } from './references.ts'
import { canonicalValues, differing, fromRow, selected, type StoredRow } from './rows.ts'
import type { Change } from './rules.ts'
import { quotedColumn, writeChanges } from './statements.ts'
import type { Unit } from './unit.ts'

type Data = Readonly<Record<string, unknown>>
interface Candidate {
  readonly row: number
  readonly before: RecordData | null
  readonly wanted: RecordData
  after: RecordData
}

const dataOf = ({ data }: ImportRow): Data =>
  data && typeof data === 'object' && !Array.isArray(data) ? (data as Data) : {}

/** The value a row is found by, in the form two rows of one import are compared; undefined where it is no such value. */
export const keyOf = (
  resource: ResourceModel,
  row: ImportRow,
  upsertBy: string | undefined,
): string | number | undefined => {
  const field = resource.fields.find((f) => f.name === upsertBy)
  const value = field && dataOf(row)[field.name]
  if (!field || typeof value !== (traits(field.kind).storage === 'text' ? 'string' : 'number'))
    return undefined
  if (typeof value !== 'string') return value as number
  return field.kind === 'email' ? value.toLowerCase() : value.trim()
}

const existing = async (
  unit: Unit,
  rows: readonly ImportRow[],
  upsertBy: string | undefined,
): Promise<Map<string | number, RecordData>> => {
  const { resource, context, tx } = unit
  const keys = rows.map((row) => keyOf(resource, row, upsertBy)).filter((k) => k !== undefined)
  if (!upsertBy || !keys.length) return new Map()
  const sql = sqlValues(keys)
  const within = context.access.rows(resource, 't', sql, 'write', `${resource.entity}.import`)
  const isEmail = resource.fields.find((f) => f.name === upsertBy)?.kind === 'email'
  const column = isEmail ? `lower(t.${quotedColumn(upsertBy)})` : `t.${quotedColumn(upsertBy)}`
  const found = await tx.query<StoredRow>(
    `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE ${column} = ANY($1) AND t.deleted_at IS NULL AND (${within}) ORDER BY t.id FOR NO KEY UPDATE OF t`,
    sql.values,
  )
  return new Map(
    found.rows.map((r) => {
      const record = fromRow(r)
      const key = record[upsertBy] as string | number
      return [isEmail ? String(key).toLowerCase() : key, record]
    }),
  )
}

const stateProblem = (unit: Unit, state: unknown): FieldProblem[] =>
  state === undefined || state === null || unit.resource.states.some((s) => s.value === state)
    ? []
    : [{ path: 'state', code: 'invalid_value', message: 'Choose one of the options' }]

/** A row as a candidate for writing, or what is wrong with it. */
const candidate = (
  unit: Unit,
  row: ImportRow,
  before: RecordData | null,
  allowed: ReadonlySet<string>,
): Candidate | readonly FieldProblem[] => {
  const hasState = unit.resource.states.length > 0
  const { state, ...rest } = dataOf(row)
  const body =
    row.data && typeof row.data === 'object' && !Array.isArray(row.data)
      ? hasState
        ? rest
        : row.data
      : row.data
  const answer = validate(unit.def, body, {
    mode: before ? 'patch' : 'create',
    allowed,
    ...(before ? { current: before } : {}),
  })
  const errors = [
    ...(answer.ok ? [] : answer.errors),
    ...(hasState ? stateProblem(unit, state) : []),
  ]
  if (errors.length || !answer.ok) return errors
  const values: Record<string, Json> = {
    ...canonicalValues(unit.resource, answer.value),
    ...(hasState && typeof state === 'string' ? { state } : {}),
  }
  const wanted = { ...(before ?? emptyRow(unit, uuidv7())), ...values } as RecordData
  return { row: row.row, before, wanted, after: wanted }
}

const preload = async (unit: Unit, candidates: readonly Candidate[]): Promise<void> => {
  if (!unit.rules.derive && !unit.rules.checkMany) return
  for (const field of unit.resource.fields.filter((f) => f.kind === 'ref' && f.ref)) {
    await unit.loader.preload(
      field.ref!,
      candidates.map((c) => c.wanted[field.name]).filter((id) => typeof id === 'string'),
    )
  }
}

const derive = async (unit: Unit, c: Candidate): Promise<readonly FieldProblem[]> => {
  c.after = await derived(unit, 'import', c.before, c.wanted)
  return checkRow(unit.def, c.after)
}

/** Runs a batch and answers each row. Throws what only the database or a rule knows; the caller then looks for the row that is to blame. */
const attempt = async (
  unit: Unit,
  rows: readonly ImportRow[],
  upsertBy: string | undefined,
): Promise<ImportAnswer[]> => {
  const { resource, rules, rule, tx } = unit
  const answers = new Map<number, ImportAnswer>()
  const refused = (row: number, errors: readonly FieldProblem[]): void =>
    void answers.set(row, { row, outcome: 'refused', errors })
  const unchanged = (c: Candidate): void =>
    void answers.set(c.row, { row: c.row, outcome: 'unchanged', id: c.wanted.id })
  const found = await existing(unit, rows, upsertBy)

  const { access } = unit.context
  const right = `${resource.entity}.import`
  const onNew = fieldsOnSome(access, resource, 'write', right)
  const ids = [...found.values()].map((r) => r.id)
  const writable = await fieldsOn(tx.query, access, resource, ids, 'write', right)
  let candidates: Candidate[] = []
  for (const row of rows) {
    const key = keyOf(resource, row, upsertBy)
    const before = (key !== undefined && found.get(key)) || null
    const made = candidate(unit, row, before, before ? writable(before.id) : onNew)
    if (Array.isArray(made)) refused(row.row, made)
    else if (
      (made as Candidate).before &&
      !differing(resource, (made as Candidate).before, (made as Candidate).wanted).size
    )
      unchanged(made as Candidate)
    else candidates.push(made as Candidate)
  }
  const keep = async (
    problems: (
      c: Candidate,
      i: number,
    ) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>,
  ): Promise<void> => {
    const kept: Candidate[] = []
    for (const [i, c] of candidates.entries()) {
      const wrong = await problems(c, i)
      if (wrong.length) refused(c.row, wrong)
      else kept.push(c)
    }
    candidates = kept
  }
  const dangling = await checkReferences(
    tx,
    unit.parts.model,
    resource,
    candidates.map((c) => ({
      row: c.wanted,
      fields: differing(resource, c.before, c.wanted),
      before: c.before,
    })),
    unit.context.access,
  )
  await keep((_, i) => dangling[i]!)
  await preload(unit, candidates)
  await keep((c) => derive(unit, c))

  const changes = new Map<Change, Candidate>()
  for (const c of candidates) {
    const changed = differing(resource, c.before, c.after)
    if (c.before && !changed.size) unchanged(c)
    else
      changes.set(
        {
          kind: 'import',
          before: c.before,
          after: { ...c.after, version: (c.before?.version ?? 0) + 1 },
          changed,
        },
        c,
      )
  }
  const problems =
    (await rules.checkMany?.([...changes.keys()], rule)) ??
    new Map<Change, readonly FieldProblem[]>()
  for (const [change, errors] of problems) {
    refused(changes.get(change)!.row, errors)
    changes.delete(change)
  }
  for (const change of changes.keys()) requireStepUp(unit, change)
  if (!rules.checkMany) for (const change of changes.keys()) await rules.beforeWrite?.(change, rule)

  await store(unit, [...changes.keys()])
  const written = new Map(
    [...changes.values()].map((c) => [
      c.wanted.id,
      [...differing(resource, c.before ?? emptyRow(unit, c.wanted.id), c.wanted)].filter(
        (name) => name !== 'state',
      ),
    ]),
  )
  if (!(await stillWritable(tx, resource, written, access, 'import')))
    throw forbidden('You may not write these fields on such a record.')
  for (const [change, c] of changes) {
    await rules.afterWrite?.(change, rule)
    answers.set(c.row, { row: c.row, outcome: c.before ? 'updated' : 'created', id: c.wanted.id })
  }
  return rows.map((row) => answers.get(row.row)!)
}

const store = async (unit: Unit, changes: readonly Change[]): Promise<void> => {
  const { resource, context, tx, rules } = unit
  for (const part of [changes.filter((c) => !c.before), changes.filter((c) => c.before)]) {
    await writeChanges(
      tx,
      resource,
      part,
      part.map((c) => ({ action: 'import' as const, redact: rules.redact?.(c) ?? [] })),
      context,
    )
  }
  const ids = changes.map((c) => c.after!.id)
  if (
    ids.length &&
    (await stillWithinRows(tx, resource, ids, context.access, 'import')).size < ids.length
  )
    throw outsideRows(unit)
}

/**
 * Writes a batch in a savepoint. When the database or a rule refuses it as a whole, its halves are tried, so that the
 * rows to blame are refused and the others written.
 */
export const importBatch = async (
  unit: Unit,
  rows: readonly ImportRow[],
  upsertBy: string | undefined,
): Promise<ImportAnswer[]> => {
  await unit.tx.query('SAVEPOINT batch')
  try {
    const answers = await attempt(unit, rows, upsertBy)
    await unit.tx.query('RELEASE SAVEPOINT batch')
    return answers
  } catch (error) {
    const problem = asProblem(unit.resource, error)
    if (!(problem instanceof Problem)) throw problem
    await unit.tx.query('ROLLBACK TO SAVEPOINT batch; RELEASE SAVEPOINT batch')
    const [only] = rows
    if (rows.length === 1)
      return [
        {
          row: only!.row,
          outcome: 'refused',
          errors: problem.extra.errors ?? [
            { path: '', code: problem.code, message: problem.message },
          ],
        },
      ]
    const half = Math.ceil(rows.length / 2)
    return [
      ...(await importBatch(unit, rows.slice(0, half), upsertBy)),
      ...(await importBatch(unit, rows.slice(half), upsertBy)),
    ]
  }
}
