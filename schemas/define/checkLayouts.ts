import { problem, type Check, type Problem, type Subject } from './problem.ts'
import type { FieldModel } from './describe.ts'
import { traits, type Kind } from './kinds.ts'
import type { CalendarCapacity, ListLayouts } from './layouts.ts'

type Expect = (
  at: string,
  name: string,
  fits: (f: FieldModel) => boolean,
  what: string,
) => Generator<Problem>
const targetOf = (f: FieldModel | undefined, all: readonly Subject[]): Subject | undefined =>
  all.find((s) => s.def.name === f?.ref)
const kind =
  (...kinds: readonly Kind[]) =>
  (f: FieldModel) =>
    kinds.includes(f.kind)

/** `'hotel.roomTypes'` as a field of the record that `by` refers to; undefined if there is none. */
const behind = (path: string, by: string, target: Subject | undefined): FieldModel | undefined => {
  const [first, name = '', ...rest] = path.split('.')
  return first === by && !rest.length ? target?.field(name) : undefined
}

function* checkCapacity(
  { capacity, by }: { capacity: CalendarCapacity; by: readonly [string, string] },
  at: string,
  subject: Subject,
  target: Subject | undefined,
  expect: Expect,
): Generator<Problem> {
  const counted = behind(capacity.of, by[0], target)
  if (counted?.kind !== 'rows') {
    yield problem(
      'layout.path',
      `${at}.of`,
      `"${capacity.of}" does not lead to child rows.`,
      `Write ${by[0]}.<child rows>.`,
    )
  } else {
    for (const [part, name, fits] of [
      ['key', capacity.key, undefined],
      ['count', capacity.count, 'int'],
      ['label', capacity.label, 'text'],
    ] as const) {
      const inner = counted.fields?.find((f) => f.name === name)
      if (name !== undefined && (!inner || (fits && inner.kind !== fits))) {
        yield problem(
          'layout.path',
          `${at}.${part}`,
          `"${name}" is not a ${fits ?? 'field'} of the child rows.`,
          `Name a field of ${capacity.of}.`,
        )
      }
    }
  }
  if (capacity.match !== by[1]) {
    yield problem(
      'layout.match',
      `${at}.match`,
      'It counts something else than the rows of the calendar.',
      `Write '${by[1]}'.`,
    )
  }
  if (capacity.taken !== undefined) {
    yield* expect(`${at}.taken`, capacity.taken, kind('int'), 'an integer')
  }
  for (const state of capacity.states ?? []) {
    if (!(state in (subject.def.states ?? {}))) {
      yield problem(
        'layout.state',
        `${at}.states`,
        `There is no state "${state}".`,
        'Name states of the lifecycle.',
      )
    }
  }
}

function* checkCalendar(
  { from, to, ended, title, by, zone, capacity }: NonNullable<ListLayouts['calendar']>,
  at: string,
  subject: Subject,
  all: readonly Subject[],
  expect: Expect,
): Generator<Problem> {
  for (const [part, name] of [
    ['from', from],
    ['to', to],
    ['ended', ended],
  ] as const) {
    if (name !== undefined) yield* expect(`${at}.${part}`, name, kind('day'), 'a day')
  }
  if (title !== undefined) yield* expect(`${at}.title`, title, kind('ref'), 'a reference')
  yield* expect(`${at}.by[0]`, by[0], kind('ref'), 'a reference')
  yield* expect(
    `${at}.by[1]`,
    by[1],
    (f) => traits(f.kind).storage === 'text',
    'a text or a choice',
  )
  // The list's own filter chooses the record whose calendar is shown.
  if (!(subject.def.list?.filters ?? []).includes(by[0])) {
    yield problem(
      'layout.filter',
      `${at}.by[0]`,
      `The list has no filter "${by[0]}" to choose it by.`,
      'Add it to list.filters.',
    )
  }
  const target = targetOf(subject.field(by[0]), all)
  if (zone !== undefined && behind(zone, by[0], target)?.kind !== 'timeZone') {
    yield problem(
      'layout.path',
      `${at}.zone`,
      `"${zone}" does not lead to a time zone.`,
      `Write ${by[0]}.<time zone>.`,
    )
  }
  if (capacity) yield* checkCapacity({ capacity, by }, `${at}.capacity`, subject, target, expect)
}

/** Checks layouts of a list: their fields exist and have a kind the layout can show. */
export const checkLayouts: Check = function* (subject, all) {
  const layouts: ListLayouts = subject.def.list?.layouts ?? {}
  const at = `${subject.def.name}.list.layouts`
  const expect: Expect = function* (here, name, fits, what) {
    const field = subject.field(name)
    if (!field) {
      yield problem(
        'layout.unknown',
        here,
        `There is no field "${name}".`,
        'Name a field of the shape.',
      )
    } else if (!fits(field)) {
      yield problem(
        'layout.kind',
        here,
        `"${name}" is a ${field.kind}, not ${what}.`,
        `Name ${what}.`,
      )
    }
  }
  const { tree, order, grid, calendar, group } = layouts
  if (tree !== undefined) {
    yield* expect(
      `${at}.tree`,
      tree,
      (f) => f.kind === 'ref' && f.ref === subject.def.name && !f.required,
      'an optional reference to the same collection',
    )
  }
  if (order !== undefined) {
    yield* expect(
      `${at}.order`,
      order,
      (f) => f.kind === 'int' && !f.derived,
      'an integer people may write',
    )
  }
  if (grid !== undefined) yield* expect(`${at}.grid`, grid, kind('image', 'images'), 'a picture')
  if (calendar) yield* checkCalendar(calendar, `${at}.calendar`, subject, all, expect)
  if (!group) return
  if (!group.by.length) {
    yield problem(
      'layout.empty',
      `${at}.group.by`,
      'It does not say what to group by.',
      'Name at least one field.',
    )
  }
  for (const [i, name] of group.by.entries()) {
    if (!(name === 'state' && subject.def.states)) {
      yield* expect(
        `${at}.group.by[${i}]`,
        name,
        kind('ref', 'enum', 'boolean', 'country', 'currency', 'locale', 'timeZone'),
        'a choice or a reference',
      )
    }
  }
  for (const [i, name] of (group.sum ?? []).entries()) {
    yield* expect(
      `${at}.group.sum[${i}]`,
      name,
      kind('money', 'int', 'number'),
      'a number or money',
    )
  }
}
