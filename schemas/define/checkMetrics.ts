import { checkWhere } from './checkWhere.ts'
import { problem, type Check, type Problem } from './problem.ts'
import type { MetricDef } from './metrics.ts'
import type { Kind } from './kinds.ts'

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
    yield* checkWhere('metric', metric.where, `${at}.where`, subject, all)
    if ('at' in metric) {
      yield* expect('at', metric.at, 'a day or an instant', 'day', 'instant')
      yield* expect('top.by', metric.top?.by, 'a reference', 'ref')
      yield* expect('top.sum', metric.top?.sum, 'an amount of money', 'money')
      yield* checkWhere('metric', metric.less, `${at}.less`, subject, all)
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
