import { namesIn, type DetailDef } from './detail.ts'
import type { FieldModel } from './describe.ts'
import { isMasked, SENSITIVE_KINDS } from './kinds.ts'
import type { MetricDef } from './metrics.ts'
import { problem, type Check, type Problem, type Subject } from './problem.ts'
import type { ListLayouts } from './layouts.ts'
import type { ActionDef, Scope } from './resource.ts'
import { REVEAL } from './revealKey.ts'

const within = (f: FieldModel, at: string): [FieldModel, string][] =>
  [...(f.fields ?? []), ...(f.variants ?? []).flatMap((v) => v.fields)].flatMap((inner) => [
    [inner, `${at}.${inner.name}`],
    ...within(inner, `${at}.${inner.name}`),
  ])

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

const metricNames = ({ where, label: _, ...metric }: MetricDef): string[] => [
  ...Object.keys(where ?? {}),
  ...('less' in metric ? Object.keys(metric.less ?? {}) : []),
  ...texts('less' in metric ? { ...metric, less: undefined } : metric),
]

const scoped = (scope: Scope | undefined): string[] =>
  typeof scope === 'object' ? Object.keys(scope.only ?? {}) : []

/** Names in the declaration that need the value itself, by place. */
const needed = ({ def, fields }: Subject): [string, readonly string[]][] => {
  const detail = (def.detail ?? {}) as DetailDef
  const layouts: ListLayouts = def.list?.layouts ?? {}
  return [
    ['list.layouts', texts(layouts)],
    [
      'detail',
      [...(detail.summary ?? []), ...(detail.strip ?? [])].flatMap((part) =>
        typeof part === 'string' ? [] : namesIn(part),
      ),
    ],
    [
      'metrics',
      Object.values((def.metrics ?? {}) as Record<string, MetricDef>).flatMap(metricNames),
    ],
    ['person', Object.values(def.person ?? {})],
    ['scope', scoped(def.scope)],
    [
      'actions',
      Object.values((def.actions ?? {}) as Record<string, ActionDef>).flatMap((a) => a.while ?? []),
    ],
    ['shape', fields.flatMap((f) => [f.from, f.when?.field].filter((name) => name !== undefined))],
  ]
}

/** Checks sensitive fields: their kinds, and that nothing shows, compares or follows their values. */
export const checkSensitive: Check = function* (subject, all): Generator<Problem> {
  const { def, fields, field } = subject
  for (const f of fields) {
    const at = `${def.name}.shape.${f.name}`
    if (f.sensitive && !SENSITIVE_KINDS.includes(f.kind)) {
      yield problem(
        'sensitive.kind',
        at,
        `A ${f.kind} cannot be sensitive.`,
        'Single values can: texts, numbers, days, amounts, addresses, secrets.',
      )
    }
    for (const [inner, place] of within(f, at)) {
      if (inner.sensitive) {
        yield problem(
          'sensitive.nested',
          place,
          'Only whole fields are masked, not parts of a group or list.',
          'Make it a field of the entity.',
        )
      }
    }
  }
  for (const [place, names] of needed(subject)) {
    for (const name of new Set(names)) {
      const [first = '', second] = name.split('.')
      const owner =
        second === undefined ? subject : all.find((s) => s.def.name === field(first)?.ref)
      const found = owner?.field(second ?? first)
      if (found && isMasked(found)) {
        yield problem(
          'sensitive.use',
          `${def.name}.${place}`,
          `"${name}" is masked, and this would show or compare its value.`,
          'Name another field.',
        )
      }
    }
  }
  if (fields.some((f) => f.sensitive) && Object.hasOwn(def.actions ?? {}, REVEAL)) {
    yield problem(
      'sensitive.taken',
      `${def.name}.actions.${REVEAL}`,
      `"${REVEAL}" is a permission of entities with sensitive fields.`,
      'Choose another name for the action.',
    )
  }
}
