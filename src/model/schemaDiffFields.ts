import { traits, type Kind } from '#schemas/define/kinds.ts'
import type { Say } from './schemaDiff.ts'
import type { FieldModel } from './types.ts'

/** By kind: the other kinds that accept all of its values. */
const WIDER: Partial<Record<Kind, readonly Kind[]>> = {
  text: ['longText', 'markdown'],
  longText: ['text', 'markdown'],
  markdown: ['text', 'longText'],
  slug: ['text', 'longText'],
  email: ['text', 'longText'],
  phone: ['text', 'longText'],
  url: ['text', 'longText'],
  time: ['text'],
  enum: ['text'],
  icon: ['text'],
  color: ['text'],
  int: ['number'],
  rating: ['int', 'number'],
  bps: ['int', 'number'],
  image: ['file'],
  images: ['files'],
}

const list = (values: readonly string[]) => values.map((v) => `"${v}"`).join(', ')

/**
 * Where a field is stored: in its own table column, nested in a JSON column, or only in the input
 * of an action.
 */
export type Place = 'column' | 'nested' | 'input'

const addition = (field: FieldModel): string => {
  if (field.derived) return 'is new, computed by the server'
  if (field.default === undefined) return 'is new and optional'
  return `is new and has the default ${JSON.stringify(field.default)}`
}

const added = (say: Say, at: string, field: FieldModel, place: Place): void => {
  if (field.required) {
    say('breaking', 'api', at, 'is new and required: a call that leaves it out is refused')
  } else {
    say('safe', 'api', at, addition(field))
  }
  if (place === 'input') return
  const choice = traits(field.kind).storage === 'uuid'
  if (field.required) {
    say(
      'backfill',
      'table',
      at,
      choice
        ? 'stays empty in the rows there are until somebody chooses; saving one asks for it'
        : 'gets a neutral value in the rows there are; put in the right ones',
    )
  } else if (field.derived && field.default === undefined && field.kind !== 'state') {
    say('backfill', 'table', at, 'is empty in the rows there are until each is saved again')
  } else if (place === 'column') {
    say(
      'safe',
      'table',
      at,
      field.default === undefined && field.kind !== 'state'
        ? 'is a new column, empty in the rows there are'
        : 'is a new column, filled with its default',
    )
  }
}

const removed = (say: Say, at: string, field: FieldModel, place: Place): void => {
  say(
    'breaking',
    'api',
    at,
    field.derived
      ? 'is gone from responses'
      : 'is gone: requests that send it are rejected, responses lack it',
  )
  if (place === 'column') {
    say(
      'breaking',
      'table',
      at,
      'is dropped with its values (npm run generate -- --allow-destructive)',
    )
  }
  if (place === 'nested') {
    say(
      'backfill',
      'table',
      at,
      'remains in the JSON of the rows there are until each is saved again',
    )
  }
}

const kindChanged = (
  say: Say,
  at: string,
  before: FieldModel,
  after: FieldModel,
  place: Place,
): void => {
  if (before.kind === after.kind) return
  const kept = WIDER[before.kind]?.includes(after.kind) ?? false
  say(
    kept ? 'safe' : 'breaking',
    'api',
    at,
    `changes its kind from ${before.kind} to ${after.kind}`,
  )
  const [from, to] = [traits(before.kind), traits(after.kind)]
  if (place === 'column' && from.storage !== to.storage) {
    const keeps = from.storage === 'integer' && to.storage === 'double'
    say(
      keeps ? 'safe' : 'breaking',
      'table',
      at,
      `changes its column from ${from.storage} to ${to.storage}${keeps ? '' : '; values that cannot be converted make the migration fail'}`,
    )
  } else if (place !== 'input' && !kept) {
    say(
      'backfill',
      'table',
      at,
      'holds values of the former kind; a record with one cannot be saved until it is fixed',
    )
  }
  const lost = from.operators.filter((o) => !to.operators.includes(o))
  if (lost.length) {
    say(
      'breaking',
      'view',
      at,
      `can no longer be filtered by ${lost.join(', ')}: saved views and links that do show other rows`,
    )
  }
}

const limits = (
  say: Say,
  at: string,
  before: FieldModel,
  after: FieldModel,
  place: Place,
): void => {
  const narrower: string[] = []
  const wider: string[] = []
  const bound = (
    word: string,
    from: number | undefined,
    to: number | undefined,
    tighter: boolean,
  ) => {
    if (from !== to) {
      ;(tighter ? narrower : wider).push(`${word} ${from ?? 'none'} → ${to ?? 'none'}`)
    }
  }
  bound(
    'smallest',
    before.min,
    after.min,
    after.min !== undefined && after.min > (before.min ?? -Infinity),
  )
  bound(
    'largest',
    before.max,
    after.max,
    after.max !== undefined && after.max < (before.max ?? Infinity),
  )
  if (before.kind === after.kind && before.pattern !== after.pattern) {
    ;(after.pattern === undefined ? wider : narrower).push(
      `pattern ${before.pattern ?? 'none'} → ${after.pattern ?? 'none'}`,
    )
  }
  if (before.currency !== after.currency) {
    ;(after.currency === undefined ? wider : narrower).push(
      `currency ${before.currency ?? 'any'} → ${after.currency ?? 'any'}`,
    )
  }
  if (wider.length) say('safe', 'api', at, `takes more than before (${wider.join('; ')})`)
  if (!narrower.length) return
  say('breaking', 'api', at, `takes less than before (${narrower.join('; ')})`)
  if (place !== 'input') {
    say(
      'backfill',
      'table',
      at,
      'may hold values that are no longer allowed; a record with one cannot be saved until it is fixed',
    )
  }
}

const optionsChanged = (
  say: Say,
  at: string,
  before: FieldModel,
  after: FieldModel,
  place: Place,
): void => {
  if (!before.options || !after.options) return
  const values = (field: FieldModel) => (field.options ?? []).map((o) => o.value)
  const what = after.kind === 'state' ? 'state' : 'value'
  const gone = values(before).filter((v) => !values(after).includes(v))
  const fresh = values(after).filter((v) => !values(before).includes(v))
  if (fresh.length) {
    say(
      'safe',
      'api',
      at,
      `has the new ${what} ${list(fresh)}; clients meet what they do not know yet`,
    )
  }
  if (!gone.length) return
  say('breaking', 'api', at, `loses the ${what} ${list(gone)}`)
  if (place === 'input') return
  say(
    'breaking',
    'table',
    at,
    `rows that hold ${list(gone)} ${place === 'column' ? 'make the migration fail' : 'cannot be saved until they are fixed'}`,
  )
  if (place === 'column') {
    say('breaking', 'view', at, `saved views and links that filter by ${list(gone)} find nothing`)
  }
}

const duties = (
  say: Say,
  at: string,
  before: FieldModel,
  after: FieldModel,
  place: Place,
): void => {
  if (!before.required && after.required) {
    say('breaking', 'api', at, 'becomes required: a call that leaves it out is refused')
    if (place !== 'input') {
      say(
        'backfill',
        'table',
        at,
        'may be empty in rows there are; they get a neutral value, a reference or file stays empty until somebody chooses',
      )
    }
  } else if (before.required && !after.required && !after.derived) {
    say(
      'safe',
      'api',
      at,
      `becomes optional${after.default === undefined ? ': responses may hold null' : `, with the default ${JSON.stringify(after.default)}`}`,
    )
  } else if (!after.required && JSON.stringify(before.default) !== JSON.stringify(after.default)) {
    say(
      'safe',
      'api',
      at,
      `its default changes from ${JSON.stringify(before.default) ?? 'none'} to ${JSON.stringify(after.default) ?? 'none'}; rows there are keep theirs`,
    )
  }
  if (!before.derived !== !after.derived) {
    say(
      after.derived ? 'breaking' : 'safe',
      'api',
      at,
      after.derived
        ? 'is computed by the server now: calls that send it are refused'
        : 'is written by clients now',
    )
  }
  if (!before.immutable !== !after.immutable) {
    say(
      after.immutable ? 'breaking' : 'safe',
      'api',
      at,
      after.immutable
        ? 'can no longer be changed once the record is there'
        : 'can be changed after creation',
    )
  }
}

const targets = (
  say: Say,
  at: string,
  before: FieldModel,
  after: FieldModel,
  place: Place,
): void => {
  const of = (f: FieldModel) => [...(f.ref ? [f.ref] : []), ...(f.targets ?? [])]
  const gone = of(before).filter((t) => !of(after).includes(t))
  if (gone.length && before.kind === after.kind) {
    say(
      'breaking',
      'api',
      at,
      `points at ${of(after).join(', ')} instead of ${of(before).join(', ')}`,
    )
    if (place === 'column') {
      say(
        'breaking',
        'table',
        at,
        'ids there are point at records of another collection; the foreign key cannot be made over them',
      )
    }
  }
  if ((before.onDelete ?? 'restrict') !== (after.onDelete ?? 'restrict')) {
    say(
      'safe',
      'api',
      at,
      after.onDelete === 'clear'
        ? 'is emptied when its record is deleted'
        : 'keeps its record from being deleted',
    )
  }
}

const nestedOf = (field: FieldModel): readonly FieldModel[] =>
  field.fields ??
  field.variants?.flatMap((v) => v.fields.map((f) => ({ ...f, name: `${v.value}.${f.name}` }))) ??
  []

const changed = (
  say: Say,
  at: string,
  before: FieldModel,
  after: FieldModel,
  place: Place,
): void => {
  for (const part of [kindChanged, limits, optionsChanged, duties, targets]) {
    part(say, at, before, after, place)
  }
  const values = (f: FieldModel): FieldModel['options'] =>
    f.variants?.map((v) => ({ value: v.value, label: v.label, tone: 'neutral' }))
  if (before.variants && after.variants) {
    optionsChanged(
      say,
      at,
      { ...before, options: values(before) },
      { ...after, options: values(after) },
      place === 'column' ? 'nested' : place,
    )
  }
  diffFields(say, at, nestedOf(before), nestedOf(after), place === 'column' ? 'nested' : place)
}

/** Renamed fields that kept their values, from old to new name. */
export const renamesOf = (
  before: readonly FieldModel[],
  after: readonly FieldModel[],
): ReadonlyMap<string, string> =>
  new Map(
    after.flatMap((f): [string, string][] =>
      f.renamedFrom &&
      !before.some((b) => b.name === f.name) &&
      before.some((b) => b.name === f.renamedFrom) &&
      !after.some((a) => a.name === f.renamedFrom)
        ? [[f.renamedFrom, f.name]]
        : [],
    ),
  )

/** Reports the changes of each field. `prefix` is their place: `books`, `books.chapters`. */
export const diffFields = (
  say: Say,
  prefix: string,
  before: readonly FieldModel[],
  after: readonly FieldModel[],
  place: Place = 'column',
): void => {
  const renames = place === 'column' ? renamesOf(before, after) : new Map<string, string>()
  for (const field of before) {
    const now = after.find((f) => f.name === (renames.get(field.name) ?? field.name))
    if (!now) {
      removed(say, `${prefix}.${field.name}`, field, place)
      continue
    }
    const at = `${prefix}.${now.name}`
    if (now.name !== field.name) {
      say(
        'breaking',
        'api',
        at,
        `was called ${field.name}: calls that send or read the former name fail`,
      )
      say('safe', 'table', at, `its column is renamed from ${field.name}; values stay`)
    }
    changed(say, at, field, now, place)
  }
  const former = new Set(renames.values())
  for (const field of after) {
    if (!before.some((f) => f.name === field.name) && !former.has(field.name)) {
      added(say, `${prefix}.${field.name}`, field, place)
    }
  }
}
