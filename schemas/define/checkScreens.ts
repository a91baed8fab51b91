import type { FieldModel } from './describe.ts'
import { traits, usesOf, type Kind } from './kinds.ts'
import { problem, type Check } from './problem.ts'

const known = (f: FieldModel | undefined, name: string): Kind =>
  f?.kind ?? (name === 'state' ? 'state' : 'instant')

/**
 * Checks lists of field names in the screen blocks: names exist, kinds fit, forms include required
 * fields.
 */
export const checkScreens: Check = function* ({ def, fields, field, knows }) {
  const at = def.name
  const uses = (name: string) => {
    const found = field(name)
    return found ? usesOf(found) : traits(known(found, name))
  }
  const lists = [
    ['column', 'list.columns', def.list?.columns],
    ['filter', 'list.filters', def.list?.filters],
    ['search', 'list.search', def.list?.search],
  ] as const
  for (const [id, place, names] of lists) {
    for (const [i, name] of ((names ?? []) as readonly string[]).entries()) {
      const here = `${at}.${place}[${i}]`
      if (!knows(name)) {
        yield problem(
          `${id}.unknown`,
          here,
          `There is no field "${name}".`,
          'Name a field of the shape.',
        )
      } else if (id === 'filter' && uses(name).operators.length === 0) {
        yield problem(
          'filter.kind',
          here,
          `A ${known(field(name), name)} cannot be filtered by.`,
          'Remove it.',
        )
      } else if (id === 'search' && !uses(name).searchable) {
        yield problem(
          'search.kind',
          here,
          `A ${known(field(name), name)} cannot be searched.`,
          'Search looks through text fields.',
        )
      } else if (id === 'column' && known(field(name), name) === 'secret') {
        yield problem('column.kind', here, 'A secret has nothing to show in a list.', 'Remove it.')
      }
      if ((names as readonly string[]).indexOf(name) < i) {
        yield problem('list.twice', here, `"${name}" is duplicated.`, 'Remove one.')
      }
    }
  }
  const sort = String(def.list?.sort ?? '-createdAt').replace(/^-/, '')
  if (!knows(sort)) {
    yield problem(
      'sort.unknown',
      `${at}.list.sort`,
      `There is no field "${sort}".`,
      'Sort by a field of the shape.',
    )
  } else if (!uses(sort).sortable) {
    yield problem(
      'sort.kind',
      `${at}.list.sort`,
      `A ${known(field(sort), sort)} has no order.`,
      'Sort by another field.',
    )
  }
  const sections = Object.entries((def.form?.sections ?? {}) as Record<string, readonly string[]>)
  const seen = new Set<string>()
  for (const [title, names] of sections) {
    for (const [i, name] of names.entries()) {
      const here = `${at}.form.sections.${title}[${i}]`
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
  if (sections.length > 0 && def.path) {
    for (const f of fields) {
      if (f.required && !f.hidden && !seen.has(f.name)) {
        yield problem(
          'section.missing',
          `${at}.form.sections`,
          `"${f.name}" is required and no section asks for it.`,
          'Put it in a section or give it a default.',
        )
      }
    }
  }
}
