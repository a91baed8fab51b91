import { inside, say, type Said } from '#model/message.ts'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { traits } from '#schemas/define/kinds.ts'
import { own } from '#schemas/define/own.ts'
import { isFact, rootOf } from '#model/importFields.ts'
import { isUuid } from '#model/uuid.ts'
import { validate, validateFacts } from '#model/validation.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { emptyRow } from './apply.ts'
import type { ImportRow } from './importTypes.ts'
import { canonicalValues, differing } from './rows.ts'
import { withParts } from './withParts.ts'
import type { ChangeKind } from './rules.ts'
import { reasonOf, transitionOf } from './transition.ts'
import type { Unit } from './unit.ts'

type Data = Readonly<Record<string, unknown>>

/** How an import treats its rows: see `ImportOptions`. */
export interface ImportPlan {
  readonly upsertBy: string | undefined
  readonly history: boolean
  readonly parts: ReadonlySet<string>
}

/** A row that has passed all checks so far. */
export interface Candidate {
  readonly row: number
  readonly before: RecordData | null
  readonly wanted: RecordData
  after: RecordData
  /** Derived fields given by the row of a history import. */
  readonly facts: readonly string[]
  /** State to move to once the row is written. */
  readonly to: string | undefined
  readonly reason: string | undefined
}

const dataOf = ({ data }: ImportRow): Data | undefined =>
  data && typeof data === 'object' && !Array.isArray(data) ? (data as Data) : undefined

/** True for what rows may find records by: a unique field, or the id. */
export const isKey = ({ unique }: ResourceModel, name: string): boolean =>
  name === 'id' || unique.some((set) => set.length === 1 && set[0] === name)

/** The row's value of the `upsertBy` field, normalised for comparing rows; undefined if invalid. */
export const keyOf = (
  resource: ResourceModel,
  row: ImportRow,
  upsertBy: string | undefined,
): string | number | undefined => {
  if (upsertBy === 'id') {
    const id = dataOf(row)?.id
    return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined
  }
  const field = resource.fields.find((f) => f.name === upsertBy)
  const value = field && dataOf(row)?.[field.name]
  if (!field || typeof value !== (traits(field.kind).storage === 'text' ? 'string' : 'number')) {
    return undefined
  }
  if (typeof value !== 'string') return value as number
  return field.kind === 'email' ? value.toLowerCase() : value.trim()
}

/** A row that finds its record by id, without it; one that finds none is refused. */
export const withoutId = (
  row: ImportRow,
  before: RecordData | null,
  { upsertBy }: ImportPlan,
): ImportRow => {
  const { id, ...data } = dataOf(row) ?? {}
  if (upsertBy !== 'id' || id === undefined) return row
  const fault = { path: 'id', code: 'unknown_reference', message: 'There is no such record' }
  return before ? { ...row, data } : { ...row, data, faults: [...(row.faults ?? []), fault] }
}

/** True when a row would set the state. */
export const hasState = (row: ImportRow): boolean => typeof dataOf(row)?.state === 'string'

const forbidden = (message: Said): FieldProblem[] => [{ path: '', code: 'forbidden', message }]

/** Errors if the caller lacks the permission to write the row at all, whatever its values. */
const missingRight = (
  { resource, context: { access } }: Unit,
  before: RecordData | null,
  history: boolean,
): FieldProblem[] => {
  const many = inside(resource.label.many)
  if (!before) {
    return access.can(`${resource.entity}.create`)
      ? []
      : forbidden(say('You may not add {{many}}', { many }))
  }
  return history || access.can(`${resource.entity}.update`)
    ? []
    : forbidden(say('You may not change {{many}}', { many }))
}

const stateProblems = (unit: Unit, state: unknown, history: boolean): FieldProblem[] => {
  if (state === undefined || state === null) return []
  const { resource, context } = unit
  const known = resource.states.find((s) => s.value === state)
  if (!known) {
    return [{ path: 'state', code: 'invalid_value', message: 'Choose one of the options' }]
  }
  // A history import runs no transition, but callers who cannot move records to a state cannot
  // import such records either.
  const key = `transition.${known.value}`
  const isMade =
    known.value !== resource.initial && resource.transitions.some((t) => t.name === known.value)
  return history && isMade && !context.access.can(`${resource.entity}.${key}`)
    ? [
        {
          path: 'state',
          code: 'forbidden',
          message: say('You may not make {{state}} {{many}}', {
            state: inside(known.label),
            many: inside(resource.label.many),
          }),
        },
      ]
    : []
}

const madeAt = (unit: Unit, value: unknown): { value?: string; errors: FieldProblem[] } => {
  const refuse = (message: string) => ({
    errors: [{ path: 'createdAt', code: 'invalid_value', message }],
  })
  const at =
    typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\dT/.test(value) ? Date.parse(value) : NaN
  if (Number.isNaN(at)) return refuse('Use an instant such as 2026-05-31T15:00:00Z')
  if (at > unit.rule.now.getTime()) return refuse('This is in the future')
  return { value: new Date(at).toISOString(), errors: [] }
}

interface Parted {
  readonly body: unknown
  readonly state: unknown
  /** Derived fields that the caller can see. */
  readonly facts: Data
  readonly createdAt: unknown
}

/**
 * Splits a row's values by who sets them. Without history, only body fields and the state are known
 * names.
 */
const parted = ({ resource, context }: Unit, row: ImportRow, history: boolean): Parted => {
  const data = dataOf(row)
  if (!data) return { body: row.data, state: undefined, facts: {}, createdAt: undefined }
  const readable = context.access.readable(resource)
  const names = new Set(
    history
      ? resource.fields.filter((f) => isFact(f) && readable.has(f.name)).map((f) => f.name)
      : [],
  )
  const ours = (name: string): boolean =>
    (name === 'state' && resource.states.length > 0) ||
    (name === 'createdAt' && history) ||
    names.has(name)
  const pick = (fits: (name: string) => boolean): Data =>
    Object.fromEntries(Object.entries(data).filter(([name]) => fits(name)))
  return {
    body: pick((name) => !ours(name)),
    state: resource.states.length > 0 ? data.state : undefined,
    // The server computes an empty cell.
    facts: pick((name) => names.has(name) && own(data, name) !== null),
    createdAt: history ? (data.createdAt ?? undefined) : undefined,
  }
}

const refusal = (
  unit: Unit,
  { before, wanted, facts }: Candidate,
  history: boolean,
): FieldProblem[] => {
  const { resource } = unit
  if (!before) return []
  const changed = differing(resource, before, wanted)
  const one = inside(resource.label.one)
  if (
    history &&
    (changed.size ||
      (facts.includes('createdAt') &&
        Date.parse(String(before.createdAt)) !== Date.parse(String(wanted.createdAt))))
  ) {
    return [
      {
        path: '',
        code: 'exists',
        message: say('This {{one}} already exists with other values; a history is only added', {
          one,
        }),
      },
    ]
  }
  if (resource.appendOnly && changed.size) {
    return [
      {
        path: '',
        code: 'append_only',
        message: say('{{many}} are never changed', { many: { label: resource.label.many } }),
      },
    ]
  }
  return []
}

/** Problems that do not follow from a value which is missing because of a fault. */
const besides = (
  faults: readonly FieldProblem[],
  errors: readonly FieldProblem[],
): FieldProblem[] => {
  const isWithin = (path: string, whole: string) => `${path}.`.startsWith(`${whole}.`)
  return errors.filter(
    ({ path }) =>
      path === '' || !faults.some((f) => isWithin(f.path, path) || isWithin(path, f.path)),
  )
}

/** The record without the fields that have faults, since rules would compare with their old values. */
const withoutFaulty = (
  before: RecordData,
  faults: readonly FieldProblem[],
): Readonly<Record<string, unknown>> => {
  if (faults.length === 0) return before
  const roots = new Set(faults.map(({ path }) => rootOf(path)))
  return Object.fromEntries(Object.entries(before).filter(([name]) => !roots.has(name)))
}

const isSame = ({ kind }: FieldModel, was: Json | undefined, is: unknown): boolean => {
  if (isDeepStrictEqual(was ?? null, is ?? null)) return true
  if (typeof was !== 'string' || typeof is !== 'string') return false
  if (kind === 'instant') return Date.parse(was) === Date.parse(is)
  return traits(kind).storage === 'uuid' && was === is.toLowerCase()
}

/**
 * A body without the values that are fixed at creation and are those of the record. Of fields that
 * the caller may not write they stay and are refused, so that nobody learns a value by guessing it.
 */
const withoutFixed = (
  { resource }: Unit,
  body: unknown,
  before: RecordData | null,
  open: ReadonlySet<string>,
): unknown => {
  if (!before || !body || typeof body !== 'object') return body
  const fixed = new Map(
    resource.fields.filter((f) => f.immutable && open.has(f.name)).map((f) => [f.name, f]),
  )
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const field = fixed.get(name)
      return !field || !isSame(field, before[field.name], value)
    }),
  )
}

/** Everything that is wrong with a row of which faults are known. */
const faulty = (
  unit: Unit,
  row: ImportRow,
  errors: readonly FieldProblem[],
  { before, state, history }: { before: RecordData | null; state: unknown; history: boolean },
): FieldProblem[] => {
  const { faults = [], reason } = row
  const isMove = !history && typeof state === 'string' && !errors.some((e) => e.path === 'state')
  const after = before ?? emptyRow(unit, uuidv7())
  const refused = isMove ? refusedMove(unit, { after, to: state, reason }) : []
  return [...faults, ...besides(faults, [...errors, ...refused])]
}

/**
 * A row as a candidate for writing, or its problems. `open` has the fields that the caller can
 * write on it.
 */
export const candidate = (
  unit: Unit,
  row: ImportRow,
  before: RecordData | null,
  { history, parts, open }: Omit<ImportPlan, 'upsertBy'> & { readonly open: ReadonlySet<string> },
): Candidate | readonly FieldProblem[] => {
  const { faults = [] } = row
  const missing = missingRight(unit, before, history)
  if (missing.length) return [...faults, ...missing]
  const data = dataOf(row)
  const { body, state, facts, createdAt } = parted(
    unit,
    data ? { ...row, data: withParts(data, before, parts) } : row,
    history,
  )
  const checked = validate(unit.def, withoutFixed(unit, body, before, open), {
    mode: before ? 'patch' : 'create',
    allowed: open,
    ...(before ? { current: withoutFaulty(before, faults) } : {}),
  })
  const known = validateFacts(unit.def, facts)
  const made = createdAt === undefined ? { errors: [] } : madeAt(unit, createdAt)
  const errors = [
    ...(checked.ok ? [] : checked.errors),
    ...(known.ok ? [] : known.errors),
    ...made.errors,
    ...stateProblems(unit, state, history),
  ]
  if (errors.length || faults.length || !checked.ok || !known.ok) {
    return faulty(unit, row, errors, { before, state, history })
  }
  const values: Record<string, Json> = {
    ...canonicalValues(unit.resource, { ...checked.value, ...known.value }),
    ...(history && typeof state === 'string' ? { state } : {}),
    ...(made.value === undefined ? {} : { createdAt: made.value }),
  }
  const wanted = { ...(before ?? emptyRow(unit, uuidv7())), ...values } as RecordData
  const found: Candidate = {
    row: row.row,
    before,
    wanted,
    after: wanted,
    facts: [...Object.keys(facts), ...(made.value === undefined ? [] : ['createdAt'])],
    to: !history && typeof state === 'string' && state !== wanted.state ? state : undefined,
    reason: row.reason,
  }
  const wrong = refusal(unit, found, history)
  return wrong.length ? wrong : found
}

/** Derived fields of a history import that the rules compute differently. */
export const contradicted = ({ wanted, after, facts }: Candidate): FieldProblem[] =>
  facts
    .filter((name) => !isDeepStrictEqual(wanted[name] ?? null, after[name] ?? null))
    .map((path) => ({
      path,
      code: 'derived',
      message: 'This is computed from other values, which give another result',
    }))

/**
 * Problems of the transition that a row requests: permission, state, reason. Guards run when it is
 * performed.
 */
export const refusedMove = (
  unit: Unit,
  { after, to, reason }: Pick<Candidate, 'after' | 'to' | 'reason'>,
): readonly FieldProblem[] => {
  if (to === undefined || to === after.state) return []
  try {
    reasonOf({ reason }, transitionOf(unit, after, to).reason)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.extra.errors ?? [{ path: 'state', code: error.code, message: error.said }]
  }
}

/** The change kind of a row: outside a history import, the same as in any other channel. */
export const kindOf = ({ before }: Candidate, { history }: ImportPlan): ChangeKind => {
  if (history) return 'import'
  return before ? 'update' : 'create'
}
