import { problem, type Check, type Problem, type Subject } from './problem.ts'
import type { FieldModel } from './describe.ts'
import type { MetricDef, MetricWhere } from './metrics.ts'
import type { Kind } from './kinds.ts'

/** A field by name or by a path through one reference. */
const found = (
  path: string,
  subject: Subject,
  all: readonly Subject[],
): { field: FieldModel | undefined; states: readonly string[] } => {
  const [first = '', second] = path.split('.')
  const owner =
    second === undefined ? subject : all.find((s) => s.def.name === subject.field(first)?.ref)
  const name = second ?? first
  return {
    field: owner?.field(name),
    states:
      name === 'state'
        ? Object.keys((owner?.def.states ?? {}) as object).filter((s) => s !== '*')
        : [],
  }
}

function* checkWhere(
  where: MetricWhere | undefined,
  at: string,
  subject: Subject,
  all: readonly Subject[],
): Generator<Problem> {
  for (const [path, wanted] of Object.entries(where ?? {})) {
    const { field, states } = found(path, subject, all)
    if (!field && !states.length) {
      yield problem(
        'metric.unknown',
        `${at}.${path}`,
        `There is no field "${path}".`,
        'Name a field, or one behind a reference.',
      )
      continue
    }
    const options = field?.options?.map((o) => o.value) ?? states
    for (const value of [wanted].flat()) {
      if (options.length && !options.includes(value)) {
        yield problem(
          'metric.value',
          `${at}.${path}`,
          `"${path}" is never "${value}".`,
          `Choose of ${options.join(', ')}.`,
        )
      }
    }
  }
}

/** Checks metrics: their fields exist and have a kind that can be counted this way. */
export const checkMetrics: Check = function* (subject, all) {
  for (const [name, metric] of Object.entries(
    (subject.def.metrics ?? {}) as Record<string, MetricDef>,
  )) {
    const at = `${subject.def.name}.metrics.${name}`
    const expect = function* (
      part: string,
      field: string | undefined,
      what: string,
      ...kinds: readonly Kind[]
    ): Generator<Problem> {
      if (field === undefined || field === 'createdAt') return
      const known = subject.field(field)
      if (!known) {
        yield problem(
          'metric.unknown',
          `${at}.${part}`,
          `There is no field "${field}".`,
          `Name ${what}.`,
        )
      } else if (!kinds.includes(known.kind)) {
        yield problem(
          'metric.kind',
          `${at}.${part}`,
          `"${field}" is a ${known.kind}, not ${what}.`,
          `Name ${what}.`,
        )
      }
    }
    yield* expect('sum', metric.sum, 'an amount of money', 'money')
    yield* checkWhere(metric.where, `${at}.where`, subject, all)
    if ('at' in metric) {
      yield* expect('at', metric.at, 'a day or an instant', 'day', 'instant')
      yield* expect('top.by', metric.top?.by, 'a reference', 'ref')
      yield* expect('top.sum', metric.top?.sum, 'an amount of money', 'money')
      yield* checkWhere(metric.less, `${at}.less`, subject, all)
    } else if ('since' in metric) {
      for (const part of ['since', 'until'] as const) {
        yield* expect(part, metric[part], 'an instant', 'instant')
      }
      yield* expect('monthly', metric.monthly?.[0], 'a choice', 'enum')
      yield* expect('monthly', metric.monthly?.[1], 'an integer', 'int')
    } else if (!subject.def.list?.layouts?.calendar?.capacity) {
      yield problem(
        'metric.calendar',
        `${at}.share`,
        'The list has no calendar that knows how much room there is.',
        'Declare list.layouts.calendar.capacity.',
      )
    }
  }
}
