import { problem, type Check } from './problem.ts'

import { describeShape, type FieldModel } from './describe.ts'
import type { ActionDef } from './resource.ts'

const TAKEN = ['line', 'quantity', 'amount', 'tax']

function* checkTaken(
  { def, field }: Parameters<Check>[0],
  { name, charge }: FieldModel,
): ReturnType<Check> {
  if (charge?.taken === undefined) return
  const { kind, derived, fields = [] } = field(charge.taken) ?? {}
  const has = new Set(fields.map((f) => f.name))
  if (kind === 'rows' && derived && TAKEN.every((part) => has.has(part))) return
  yield problem(
    'charge.taken',
    `${def.name}.${name}.charge.taken`,
    `"${charge.taken}" is not a derived field with rows that say what was taken.`,
    'Declare it as `rows(takenRow, { derived: true })`.',
  )
}

/** Checks inputs of actions that take quantities of charged rows: which rows, and the amount. */
function* checkTakes({ def, field }: Parameters<Check>[0]): ReturnType<Check> {
  for (const [action, { input }] of Object.entries(
    (def.actions ?? {}) as Record<string, ActionDef>,
  )) {
    const inputs = input ? describeShape(input.shape) : []
    for (const { name, takes } of inputs) {
      if (!takes) continue
      const at = `${def.name}.actions.${action}.input.${name}`
      if (field(takes.of)?.charge?.taken === undefined) {
        yield problem(
          'takes.of',
          at,
          `"${takes.of}" are not charged rows that say what was taken.`,
          'Name rows with `charge: { …, taken }` of the same record.',
        )
      }
      if (inputs.find((other) => other.name === takes.sum)?.kind !== 'money') {
        yield problem(
          'takes.sum',
          at,
          `"${takes.sum}" is not an amount.`,
          'Name an input of kind money.',
        )
      }
    }
  }
}

/** Checks what a record is charged besides its lines: amount, number and days of the same record. */
export const checkCharge: Check = function* (subject) {
  yield* checkTakes(subject)
  const { def, fields, field } = subject
  for (const described of fields) {
    yield* checkTaken(subject, described)
    const { name, charge } = described
    if (!charge?.base) continue
    const { unit, quantity, from, to } = charge.base
    const wanted = [
      ['unit', unit, 'money'],
      ['quantity', quantity, 'int'],
      ['from', from, 'day'],
      ['to', to, 'day'],
    ] as const
    for (const [part, other, kind] of wanted) {
      if (field(other)?.kind === kind) continue
      yield problem(
        'charge.base',
        `${def.name}.${name}.charge.base.${part}`,
        `"${other}" is not a field of kind ${kind}.`,
        `Name a field of kind ${kind} of the same record.`,
      )
    }
  }
}
