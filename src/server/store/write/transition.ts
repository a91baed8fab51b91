import { inside, say } from '#model/message.ts'
import { own } from '#schemas/define/own.ts'
import type { Json, Transition } from '#model/types.ts'
import { forbidden, invalid, notFound, Problem, type FieldProblem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { apply } from './apply.ts'
import { findForWrite, isId } from './find.ts'
import { canonicalValues } from './rows.ts'
import { noSuch, requireVersion, type Unit } from './unit.ts'
import { requirePermission } from '../../permissions/require.ts'

const MAX_REASON = 1000

/** The trimmed reason of a body. Throws 422 if it is missing or wrong, and for any other name. */
export const reasonOf = (body: unknown, required: boolean): string | undefined => {
  const given =
    body && typeof body === 'object' && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : undefined
  if (body !== undefined && body !== null && !given) {
    throw invalid([{ path: '', code: 'invalid_type', message: 'Send an object' }])
  }
  const errors: FieldProblem[] = Object.keys(given ?? {})
    .filter((name) => name !== 'reason')
    .map((path) => ({ path, code: 'unknown_name', message: 'There is no such field' }))
  const reason = given?.reason
  const text = typeof reason === 'string' ? reason.trim() : ''
  if (reason !== undefined && reason !== null && typeof reason !== 'string') {
    errors.push({ path: 'reason', code: 'invalid_type', message: 'Enter a text' })
  } else if (required && !text) {
    errors.push({ path: 'reason', code: 'required', message: 'Give a reason' })
  } else if (text.length > MAX_REASON) {
    errors.push({
      path: 'reason',
      code: 'too_long',
      message: say('At most {{n}} characters', { n: MAX_REASON }),
    })
  } else if (/\0|\p{Surrogate}/u.test(text)) {
    errors.push({
      path: 'reason',
      code: 'invalid_value',
      message: 'This text holds a character that cannot be stored',
    })
  }
  if (errors.length) throw invalid(errors)
  return text || undefined
}

const illegal = (unit: Unit, row: RecordData, to: string): Problem => {
  const label = (state: unknown) =>
    inside(unit.resource.states.find((s) => s.value === state)?.label ?? String(state))
  return new Problem(
    409,
    'illegal_transition',
    say('This {{one}} is {{from}}; it cannot become {{to}} from there.', {
      one: inside(unit.resource.label.one),
      from: label(row.state),
      to: label(to),
    }),
  )
}

/**
 * The transition of a record to a state. Throws 403 if the caller may not perform it, 409 if the
 * record's state does not allow it.
 */
export const transitionOf = (unit: Unit, row: RecordData, to: string): Transition => {
  requirePermission(unit.context.access, `${unit.resource.entity}.transition.${to}`)
  const transition = unit.resource.transitions.find((t) => t.name === to && t.from === row.state)
  const { actor } = unit.context.access
  if (transition?.only === 'staff' && actor.tenant !== null) {
    throw forbidden('Only our own staff decide this; you are notified of the decision.')
  }
  if (transition?.only === 'rules' && actor.kind === 'person') {
    throw forbidden('This cannot be done by hand: it follows from another record.')
  }
  if (!transition) throw illegal(unit, row, to)
  return transition
}

/**
 * Moves a record to a state by the transition named after it. Checks in order: permission, rows,
 * version, legality, reason, the state's invariant, the entity's guard.
 */
export const transitionRecord = async (
  unit: Unit,
  id: string,
  version: number,
  to: string,
  body: unknown,
): Promise<RecordData> => {
  const { resource, rules, rule } = unit
  if (!resource.transitions.some((t) => t.name === to)) throw notFound('action')
  requirePermission(unit.context.access, `${unit.resource.entity}.transition.${to}`)
  if (isId(id)) await rules.holdFirst?.(id, rule)
  const row = await findForWrite(unit.tx, resource, id, unit.context.access, {
    key: `transition.${to}`,
  })
  if (!row) throw noSuch(unit)
  await requireVersion(unit, row, version)
  const reason = reasonOf(body, transitionOf(unit, row, to).reason)
  await own(rules.invariants, to)?.(row, rule)
  await own(rules.guards, to)?.(row, rule)
  const effects: Record<string, Json> = canonicalValues(
    resource,
    (await own(rules.onTransition, to)?.(row, rule)) ?? {},
  )
  return apply(unit, row, { ...effects, state: to }, id, {
    kind: 'transition',
    key: `transition.${to}`,
    note: { action: 'transition', reason },
  })
}
