import type { DetailDef } from './detail.ts'
import type { FieldModel } from './describe.ts'
import { own } from './own.ts'
import { problem, type Check, type Problem, type Subject } from './problem.ts'
import { timelineLists } from './timeline.ts'
import { z } from './zod.ts'

const collectionOf = (all: readonly Subject[], name: string) => all.find((o) => o.def.name === name)

function* checkPath(
  path: string,
  at: string,
  from: string,
  all: readonly Subject[],
): Generator<Problem> {
  let here: Subject | undefined = collectionOf(all, from)
  for (const part of path.split('.')) {
    const field = here?.fields.find((f) => f.name === part && f.kind === 'ref')
    here = field?.ref ? collectionOf(all, field.ref) : undefined
    if (!field) {
      return void (yield problem(
        'scope.path',
        at,
        `"${path}" is not a path of references.`,
        'Each part names a reference field, the last one to the tenant.',
      ))
    }
  }
}

const targetsOf = (f: FieldModel): readonly string[] => {
  if (f.kind === 'anyRef') return f.targets ?? []
  return (f.kind === 'ref' || f.kind === 'refs') && f.ref ? [f.ref] : []
}

/** Checks references of a field, including those in its groups and child rows. */
function* checkField(f: FieldModel, at: string, all: readonly Subject[]): Generator<Problem> {
  if ((f.kind === 'ref' || f.kind === 'refs') && !f.ref) {
    yield problem(
      'ref.missing',
      at,
      'A reference does not say where it points.',
      "Use ref('collection') or refs('collection').",
    )
  }
  yield* checkTagsOf(f, at, all)
  for (const target of targetsOf(f)) {
    if (!collectionOf(all, target)) {
      yield problem(
        'ref.unknown',
        at,
        `There is no collection "${target}".`,
        'Reference collections of schemas/index.ts.',
      )
    }
  }
  for (const inner of [...(f.fields ?? []), ...(f.variants ?? []).flatMap((v) => v.fields)]) {
    yield* checkField(inner, `${at}.${inner.name}`, all)
  }
}

/** Checks that suggested tags are those of a collection that has some. */
function* checkTagsOf(f: FieldModel, at: string, all: readonly Subject[]): Generator<Problem> {
  if (f.tagsOf === undefined || collectionOf(all, f.tagsOf)?.def.taggable !== undefined) return
  yield problem(
    'tags.of',
    at,
    `"${f.tagsOf}" is not a collection with tags.`,
    'Name a collection that declares `taggable`.',
  )
}

/** The fields that a name of a referring collection may mean. */
const pointingAt = (
  target: string,
  collection: string,
  [name, further]: readonly string[],
  all: readonly Subject[],
): readonly FieldModel[] => {
  const fields = collectionOf(all, collection)?.fields ?? []
  if (further === undefined) {
    return fields.filter((f) => f.ref === target && (!name || f.name === name))
  }
  const through = fields.find((f) => f.name === name)?.ref
  return through === undefined ? [] : pointingAt(target, through, [further], all)
}

/**
 * Checks referring collections, as `collection`, `collection.field` or (in timelines)
 * `collection.field.field`: `id` is the prefix of the problem ids.
 */
function* checkPointing(
  id: 'tab' | 'timeline',
  place: string,
  names: readonly string[],
  { def }: Subject,
  all: readonly Subject[],
): Generator<Problem> {
  for (const [i, written] of names.entries()) {
    const at = `${def.name}.${place}[${i}]`
    const [collection = '', ...names] = written.split('.')
    const pointing = pointingAt(def.name, collection, names, all)
    if (pointing.length === 0) {
      yield problem(
        `${id}.unknown`,
        at,
        `No field of "${collection}" points at ${def.name}.`,
        'Name a collection with a reference to this one.',
      )
    }
    if (pointing.length > 1) {
      yield problem(
        `${id}.ambiguous`,
        at,
        `Several fields of "${collection}" point at ${def.name}.`,
        `Write ${collection}.<field>.`,
      )
    }
  }
}

/** Checks that the assignment field refers to people. */
function* checkAssignable({ def, field }: Subject, all: readonly Subject[]): Generator<Problem> {
  if (def.assignable === undefined) return
  const name = String(def.assignable)
  const found = field(name)
  const people = found?.kind === 'ref' && found.ref ? collectionOf(all, found.ref) : undefined
  if (!people?.def.person) {
    yield problem(
      'assignable.field',
      `${def.name}.assignable`,
      `"${name}" is not a reference to a person.`,
      'Name a reference to the collection that declares `person`.',
    )
  }
}

/** Checks that the field of tags has their kind and can be written. */
function* checkTaggable({ def, field }: Subject): Generator<Problem> {
  if (def.taggable === undefined) return
  const name = String(def.taggable)
  const found = field(name)
  const maker = own<z.ZodType>(def.shape.shape, name)
  const formed = maker ? z.safeParse(maker, [' A']) : undefined
  const isFormed = JSON.stringify(formed?.data) === '["a"]'
  if (found?.kind !== 'tags' || found.derived || !isFormed) {
    yield problem(
      'taggable.field',
      `${def.name}.taggable`,
      `"${name}" is not a field of tags.`,
      'Name a field made with `tags()`.',
    )
  }
}

/**
 * Checks references, related tabs, timelines and row scope: every name that refers to another
 * entity.
 */
export const checkReferences: Check = function* (subject, all) {
  const { def, fields } = subject
  const at = def.name
  for (const f of fields) yield* checkField(f, `${at}.shape.${f.name}`, all)
  const tabs = ((def.detail as DetailDef | undefined)?.tabs ?? []).map((tab) =>
    typeof tab === 'string' ? tab : tab.of,
  )
  yield* checkPointing('tab', 'detail.tabs', tabs, subject, all)
  for (const list of timelineLists) {
    yield* checkPointing('timeline', `timeline.${list}`, def.timeline?.[list] ?? [], subject, all)
  }
  yield* checkAssignable(subject, all)
  yield* checkTaggable(subject)
  const { scope } = def
  if (scope === undefined) {
    yield problem(
      'scope.missing',
      `${at}.scope`,
      'The entity does not say which rows staff of a tenant see.',
      "Give a path ('vendor', 'hotel.vendor'), 'shared', or 'staff' for none.",
    )
  } else if (typeof scope === 'object') {
    for (const [i, path] of (scope.paths ?? []).entries()) {
      yield* checkPath(path, `${at}.scope.paths[${i}]`, def.name, all)
    }
    for (const [i, path] of (scope.usedBy ?? []).entries()) {
      const [collection = '', name = ''] = path.split('.')
      if (
        !collectionOf(all, collection)?.fields.some((f) => f.name === name && f.ref === def.name)
      ) {
        yield problem(
          'scope.path',
          `${at}.scope.usedBy[${i}]`,
          `"${path}" does not point at ${def.name}.`,
          'Write <collection>.<reference field>.',
        )
      }
    }
    for (const name of [...(scope.hide ?? []), ...Object.keys(scope.only ?? {})]) {
      if (!fields.some((f) => f.name === name)) {
        yield problem(
          'scope.path',
          `${at}.scope`,
          `There is no field "${name}".`,
          'Name fields of the shape.',
        )
      }
    }
    for (const state of scope.states ?? []) {
      if (!(def.states && state in def.states)) {
        yield problem(
          'scope.path',
          `${at}.scope.states`,
          `There is no state "${state}".`,
          'Name states of the lifecycle.',
        )
      }
    }
  } else if (!['id', 'shared', 'staff'].includes(scope)) {
    yield* checkPath(scope, `${at}.scope`, def.name, all)
  }
}
