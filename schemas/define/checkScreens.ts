import type { FieldModel } from './describe.ts'
import { traits, usesOf, type Kind } from './kinds.ts'
import { problem, type Check, type Problem } from './problem.ts'

const known = (f: FieldModel | undefined, name: string): Kind =>
  f?.kind ?? (name === 'state' ? 'state' : 'instant')

type Uses = (name: string) => ReturnType<typeof usesOf>

const usesFor =
  (field: (name: string) => FieldModel | undefined): Uses =>
  (name) => {
    const found = field(name)
    return found ? usesOf(found) : traits(known(found, name))
  }

/** Checks columns, filters and search fields: they exist, fit, and occur once. */
const checkListNames: Check = function* ({ def, field, knows }) {
  const uses = usesFor(field)
  const kindOf = (name: string) => known(field(name), name)
  const misfit = (id: string, name: string, here: string): Problem | undefined => {
    if (!knows(name)) {
      return problem(
        `${id}.unknown`,
        here,
        `There is no field "${name}".`,
        'Name a field of the shape.',
      )
    }
    if (id === 'filter' && uses(name).operators.length === 0) {
      return problem('filter.kind', here, `A ${kindOf(name)} cannot be filtered by.`, 'Remove it.')
    }
    if (id === 'search' && !uses(name).searchable) {
      return problem(
        'search.kind',
        here,
        `A ${kindOf(name)} cannot be searched.`,
        'Search looks through text fields.',
      )
    }
    return id === 'column' && kindOf(name) === 'secret'
      ? problem('column.kind', here, 'A secret has nothing to show in a list.', 'Remove it.')
      : undefined
  }
  const lists = [
    ['column', 'list.columns', def.list?.columns],
    ['filter', 'list.filters', def.list?.filters],
    ['search', 'list.search', def.list?.search],
  ] as const
  for (const [id, place, given] of lists) {
    const names = (given ?? []) as readonly string[]
    for (const [i, name] of names.entries()) {
      const here = `${def.name}.${place}[${i}]`
      const found = misfit(id, name, here)
      if (found) yield found
      if (names.indexOf(name) < i) {
        yield problem('list.twice', here, `"${name}" is duplicated.`, 'Remove one.')
      }
    }
  }
}

const checkSort: Check = function* ({ def, field, knows }) {
  const here = `${def.name}.list.sort`
  const sort = String(def.list?.sort ?? '-createdAt').replace(/^-/, '')
  if (!knows(sort)) {
    yield problem(
      'sort.unknown',
      here,
      `There is no field "${sort}".`,
      'Sort by a field of the shape.',
    )
  } else if (!usesFor(field)(sort).sortable) {
    yield problem(
      'sort.kind',
      here,
      `A ${known(field(sort), sort)} has no order.`,
      'Sort by another field.',
    )
  }
}

/** Checks the form: its fields exist and can be typed, and it asks for all required ones. */
const checkSections: Check = function* ({ def, fields, field }) {
  const at = `${def.name}.form.sections`
  const sections = Object.entries((def.form?.sections ?? {}) as Record<string, readonly string[]>)
  const seen = new Set<string>()
  for (const [title, names] of sections) {
    for (const [i, name] of names.entries()) {
      const here = `${at}.${title}[${i}]`
      const f = field(name)
      if (!f) {
        yield problem(
          'section.unknown',
          here,
          `There is no field "${name}".`,
          'Name a field of the shape.',
        )
      } else if (f.derived) {
        yield problem(
          'section.derived',
          here,
          `"${name}" is computed and cannot be typed.`,
          'Remove it from the form.',
        )
      }
      if (seen.has(name)) {
        yield problem('section.twice', here, `"${name}" is in the form twice.`, 'Remove one.')
      }
      seen.add(name)
    }
  }
  if (sections.length === 0 || !def.path) return
  for (const f of fields) {
    if (f.required && !f.hidden && !seen.has(f.name)) {
      yield problem(
        'section.missing',
        at,
        `"${f.name}" is required and no section asks for it.`,
        'Put it in a section or give it a default.',
      )
    }
  }
}

/**
 * Checks lists of field names in the screen blocks: names exist, kinds fit, forms include required
 * fields.
 */
export const checkScreens: Check = function* (resource, all) {
  yield* checkListNames(resource, all)
  yield* checkSort(resource, all)
  yield* checkSections(resource, all)
}
