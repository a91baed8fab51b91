import { unwrap, type FieldModel } from './describe.ts'
import { isMasked, kinds } from './kinds.ts'
import { checkPerson } from './checkPerson.ts'
import { problem, type Check, type Problem, type Subject } from './problem.ts'

const standard = [
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'followed',
  'state',
]
/** Search parameters of a list page; a field with such a name could not be filtered by URL. */
const searchParams = [
  'search',
  'sort',
  'page',
  'limit',
  'where',
  'trashed',
  'view',
  'layout',
  'month',
  'by',
  'queue',
]

const nested = (f: FieldModel, at: string): [FieldModel, string][] => [
  [f, at],
  ...(f.fields ?? []).flatMap((c) => nested(c, `${at}.${c.name}`)),
  ...(f.variants ?? []).flatMap((v) =>
    v.fields.flatMap((c) => nested(c, `${at}.${v.value}.${c.name}`)),
  ),
]

const checkTitle: Check = function* ({ def, field }) {
  const at = def.name
  if (!field(def.title)) {
    yield problem(
      'title.unknown',
      `${at}.title`,
      `There is no field "${def.title}".`,
      'Name the field that names a record.',
    )
  }
  if (def.subtitle && !field(def.subtitle)) {
    yield problem(
      'title.unknown',
      `${at}.subtitle`,
      `There is no field "${def.subtitle}".`,
      'Name a field of the shape.',
    )
  }
}

/** Checks that the name is free. */
function* checkName(f: FieldModel, here: string): Iterable<Problem> {
  if (standard.includes(f.name)) {
    yield problem(
      'field.standard',
      here,
      `Every record already has "${f.name}".`,
      f.name === 'state' ? 'Declare the lifecycle with `states`.' : 'Remove it from the shape.',
    )
  }
  if (searchParams.includes(f.name)) {
    yield problem(
      'field.reserved',
      here,
      `"${f.name}" is a search parameter of every list.`,
      'Choose another field name.',
    )
  }
}

/** Checks names and kinds of the field and of those in it. */
function* checkNested(f: FieldModel, here: string): Iterable<Problem> {
  for (const [inner, place] of nested(f, here)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(inner.name)) {
      yield problem('field.format', place, `"${inner.name}" is not a field name.`, 'Use camelCase.')
    }
    if (!(inner.kind in kinds)) {
      yield problem(
        'field.kind',
        place,
        `There is no kind "${inner.kind}".`,
        'Use a field maker, or a kind of schemas/define/kinds.ts.',
      )
    }
  }
  for (const [inner, place] of nested(f, here)) {
    if (inner !== f && inner.kind === 'secret') {
      yield problem(
        'secret.nested',
        place,
        'A secret within a group or a list would be stored in clear.',
        'Make it a field of the entity.',
      )
    }
  }
}

/** Checks the Zod type and the default. */
function* checkType(f: FieldModel, here: string, def: Subject['def']): Iterable<Problem> {
  const schema = def.shape.shape[f.name]
  const type = unwrap(schema).core._zod.def.type
  if (
    type === 'pipe' ||
    type === 'transform' ||
    type === 'lazy' ||
    type === 'custom' ||
    type === 'date'
  ) {
    yield problem(
      'field.transform',
      here,
      `A Zod ${type} cannot be part of an entity.`,
      'Form value and API value are the same JSON; use a refinement or a field maker.',
    )
  } else if (f.default !== undefined && !schema.safeParse(f.default).success) {
    yield problem(
      'field.default',
      here,
      'The default breaks the rules of its own field.',
      'Change the default or the rule.',
    )
  }
}

/** Checks hints that refer to other fields. */
function* checkHints(f: FieldModel, here: string, field: Subject['field']): Iterable<Problem> {
  for (const [hint, other] of [
    ['from', f.from],
    ['when', f.when?.field],
    ['dependsOn', f.dependsOn?.field],
    ['range', f.range?.until],
  ] as const) {
    if (other && !field(other)) {
      yield problem(
        'hint.unknown',
        `${here}.${hint}`,
        `There is no field "${other}".`,
        'Name a field of the same shape.',
      )
    }
  }
  const end = f.range && f.range.from === f.name ? field(f.range.until) : undefined
  if (end && (f.kind !== 'day' || end.kind !== 'day' || end === f)) {
    yield problem(
      'range.kind',
      `${here}.range`,
      'A range is between two days.',
      'Declare it on a day and name another day.',
    )
  }
}

/** Checks that a unique field can be compared. */
function* checkUnique(f: FieldModel, here: string): Iterable<Problem> {
  if (f.kind === 'secret' && f.unique) {
    yield problem(
      'unique.kind',
      here,
      'A secret cannot be unique: no two are stored alike.',
      'Remove it.',
    )
  } else if (f.unique && !['text', 'uuid', 'integer', 'date'].includes(kinds[f.kind]?.storage)) {
    yield problem(
      'unique.kind',
      here,
      `A ${f.kind} cannot be unique.`,
      'Only texts, references, whole numbers and days can.',
    )
  }
}

const checkSets: Check = function* ({ def, field }) {
  const at = def.name
  for (const [i, set] of (def.unique ?? []).entries()) {
    for (const name of set as readonly string[]) {
      if (!field(name)) {
        yield problem(
          'unique.unknown',
          `${at}.unique[${i}]`,
          `There is no field "${name}".`,
          'Name fields of the shape.',
        )
      } else if (field(name)?.kind === 'secret') {
        yield problem(
          'unique.kind',
          `${at}.unique[${i}]`,
          'A secret cannot be unique: no two are stored alike.',
          'Remove it.',
        )
      }
    }
  }
}

const checkShown: Check = function* ({ def, field }) {
  const at = def.name
  for (const name of [def.title, def.subtitle]) {
    const named = name ? field(name) : undefined
    if (named && isMasked(named)) {
      yield problem('title.kind', at, `"${name}" is masked.`, 'Name a field that may be shown.')
    }
  }
}

/** Checks fields: names, kinds, hints that refer to other fields, defaults, uniqueness. */
export const checkFields: Check = function* (subject, all) {
  const { def, fields, field } = subject
  yield* checkTitle(subject, all)
  for (const f of fields) {
    const here = `${def.name}.shape.${f.name}`
    yield* checkName(f, here)
    yield* checkNested(f, here)
    yield* checkType(f, here, def)
    yield* checkHints(f, here, field)
    yield* checkUnique(f, here)
  }
  yield* checkSets(subject, all)
  yield* checkShown(subject, all)
  yield* checkPerson(subject, all)
}
