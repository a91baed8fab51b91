import type { FieldModel } from './describe.ts'
import { problem, type Problem, type Subject } from './problem.ts'

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

/** Checks conditions: their fields exist, and choices and states have the wanted values. */
export function* checkWhere(
  kind: 'metric' | 'worklist',
  where: { readonly [path: string]: string | readonly string[] | undefined } | undefined,
  at: string,
  subject: Subject,
  all: readonly Subject[],
): Generator<Problem> {
  for (const [path, wanted] of Object.entries(where ?? {})) {
    const { field, states } = found(path, subject, all)
    if (!field && !states.length) {
      yield problem(
        `${kind}.unknown`,
        `${at}.${path}`,
        `There is no field "${path}".`,
        'Name a field, or one behind a reference.',
      )
      continue
    }
    const options = field?.options?.map((o) => o.value) ?? states
    for (const value of [wanted ?? []].flat()) {
      if (options.length && !options.includes(value)) {
        yield problem(
          `${kind}.value`,
          `${at}.${path}`,
          `"${path}" is never "${value}".`,
          `Choose one of ${options.join(', ')}.`,
        )
      }
    }
  }
}
