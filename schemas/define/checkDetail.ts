import {
  namesIn,
  type DetailCards,
  type DetailDef,
  type StripPart,
  type SummaryPart,
} from './detail.ts'
import type { Kind } from './kinds.ts'
import { problem, type Check, type Problem, type Subject } from './problem.ts'

const DATES: readonly Kind[] = ['day', 'instant']
/** Kinds that one line cannot show. */
const LARGE: ReadonlySet<Kind> = new Set<Kind>([
  'rows',
  'json',
  'object',
  'variant',
  'image',
  'images',
  'file',
  'files',
  'secret',
  'markdown',
  'longText',
])

const badKind = (at: string, name: string, what: string): Problem =>
  problem('detail.kind', at, `"${name}" is not a ${what}.`, `Name a field that is ${what}.`)

function* checkPart(
  part: SummaryPart | StripPart,
  at: string,
  { def, field, knows }: Subject,
): Generator<Problem> {
  const names = namesIn(part)
  for (const name of names.filter((n) => !knows(n))) {
    yield problem(
      'detail.unknown',
      at,
      `There is no field "${name}".`,
      'Name a field of the shape.',
    )
  }
  const fields = names.map(field).filter((f) => f !== undefined)
  if (fields.length < names.length) return
  const kinds = new Set(fields.map((f) => f.kind))
  const [first = ''] = names
  if (typeof part === 'string') {
    if (LARGE.has(fields[0]!.kind)) yield badKind(at, first, 'value of one line')
  } else if ('from' in part) {
    if (kinds.size > 1 || !DATES.includes(fields[0]!.kind)) {
      yield problem(
        'detail.kind',
        at,
        `"${part.from}" and "${part.to}" are not a range.`,
        'Name two days or two instants.',
      )
    } else if (part.count && fields[0]!.kind !== 'day') {
      yield badKind(at, part.from, 'day')
    }
  } else if ('next' in part) {
    if (!DATES.includes(fields[0]!.kind)) yield badKind(at, part.next, 'day or instant')
  } else if (kinds.size > 1 || !['money', 'int'].includes(fields[0]!.kind)) {
    yield problem(
      'detail.kind',
      at,
      `"${names.join('" and "')}" cannot be compared.`,
      'Name two amounts or two integers.',
    )
  }
  const states = typeof part === 'object' && 'in' in part ? (part.in ?? []) : []
  for (const state of states as readonly string[]) {
    if (state === '*' || !(state in (def.states ?? {}))) {
      yield problem(
        'detail.state',
        `${at}.in`,
        `There is no state "${state}".`,
        'Name states of the lifecycle.',
      )
    }
  }
}

const named = (cards: DetailCards | undefined, place: string): [string, string][] =>
  Object.entries(cards ?? {}).flatMap(([heading, names]) =>
    names.map((name, i): [string, string] => [`${place}.${heading}[${i}]`, name]),
  )

/** Checks the page of a record: fields exist, kinds fit, and no field is shown twice. */
export const checkDetail: Check = function* (subject) {
  const { def, field } = subject
  const detail = (def.detail ?? {}) as DetailDef
  const at = `${def.name}.detail`
  for (const [i, part] of (detail.summary ?? []).entries()) {
    yield* checkPart(part, `${at}.summary[${i}]`, subject)
  }
  for (const [i, part] of (detail.strip ?? []).entries()) {
    yield* checkPart(part, `${at}.strip[${i}]`, subject)
  }
  const placed: [string, string][] = [
    ...(detail.strip ?? []).flatMap((part, i): [string, string][] =>
      typeof part === 'string' ? [[`strip[${i}]`, part]] : [],
    ),
    ...named(detail.facts, 'facts'),
    ...named(detail.aside, 'aside'),
    ...(detail.hide ?? []).map((name, i): [string, string] => [`hide[${i}]`, name]),
  ]
  for (const [rows, names = []] of Object.entries(detail.footers ?? {})) {
    if (field(rows)?.kind !== 'rows') yield badKind(`${at}.footers`, rows, 'list of child rows')
    for (const [i, name] of names.entries()) {
      if (field(name)?.kind !== 'money') {
        yield badKind(`${at}.footers.${rows}[${i}]`, name, 'amount')
      }
    }
  }
  const seen = new Set<string>()
  for (const [place, name] of placed) {
    if (!place.startsWith('strip') && !field(name)) {
      yield problem(
        'detail.unknown',
        `${at}.${place}`,
        `There is no field "${name}".`,
        'Name a field of the shape.',
      )
    }
    if (seen.has(name)) {
      yield problem(
        'detail.twice',
        `${at}.${place}`,
        `"${name}" is on the page twice.`,
        'Name it in one place.',
      )
    }
    seen.add(name)
  }
}
