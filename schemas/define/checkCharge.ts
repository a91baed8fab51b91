import { problem, type Check } from './problem.ts'

/** Checks what a record is charged besides its lines: amount, number and days of the same record. */
export const checkCharge: Check = function* ({ def, fields, field }) {
  for (const { name, charge } of fields) {
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
        `"${other}" is no field of kind ${kind}.`,
        `Name a field of kind ${kind} of the same record.`,
      )
    }
  }
}
