import { inside, say } from '#model/message.ts'
import { own } from '#schemas/define/own.ts'
import { validateInput } from '#model/validation.ts'
import type { Json } from '#model/types.ts'
import { invalid, notFound, Problem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { apply } from './apply.ts'
import { isHeld, requireApproval } from './gate.ts'
import { findForWrite, isId } from './find.ts'
import { cutRecords, loading, withoutHidden, witness } from './cut.ts'
import { checkReferences } from './references.ts'
import { canonicalValues } from './rows.ts'
import { noSuch, refuse, requireVersion, type Unit } from './unit.ts'
import { requirePermission } from '../../permissions/require.ts'

/** The record after an action, and the action's result. */
export interface Acted {
  readonly record: RecordData
  readonly result: Json
}

/**
 * Runs a declared action on a record: checks permission, rows, version, state, input and its
 * references, then calls the entity's rule. The values the rule returns are written to the record;
 * its other writes belong to the same transaction.
 */
export const act = async (
  unit: Unit,
  id: string,
  version: number,
  name: string,
  body: unknown,
): Promise<Acted> => {
  const { resource, rule } = unit
  const action = resource.actions.find((a) => a.name === name)
  const run = own(unit.rules.actions, name)
  if (!action || !run) throw notFound('action')
  requirePermission(unit.context.access, `${unit.resource.entity}.${name}`)
  if (isId(id)) await unit.rules.holdFirst?.(id, unit.rule)
  const row = await findForWrite(unit.tx, resource, id, unit.context.access, { key: name })
  if (!row) throw noSuch(unit)
  await requireVersion(unit, row, version)
  if (action.stepUp) rule.requireProof()
  if (action.from.length && !action.from.includes(String(row.state))) {
    const state = resource.states.find((s) => s.value === row.state)?.label ?? String(row.state)
    throw new Problem(
      409,
      'illegal_action',
      say('This {{one}} is {{state}}; “{{action}}” is not possible then.', {
        one: inside(resource.label.one),
        state: inside(state),
        action: { label: action.label },
      }),
    )
  }
  const input = validateInput(own(unit.def.actions, name)?.input, body)
  if (!input.ok) throw invalid(input.errors)
  const asked = {
    row: input.value as Record<string, Json>,
    fields: new Set(action.fields.map((f) => f.name)),
  }
  const { model, elsewhere } = unit.parts
  const targets = { tx: unit.tx, model, access: unit.context.access, elsewhere }
  refuse((await checkReferences(targets, action, [asked]))[0]!)
  const complete = own(unit.rules.completes, name)
  const whole = complete ? await complete(row, asked.row, rule) : asked.row
  // Before the rule runs: an action that needs an approval has no effects yet.
  requireApproval(
    unit,
    (a) => a.on === 'action' && a.name === name && isHeld(a, { ...row, ...whole }),
  )
  const given = witness()
  const {
    values = {},
    result = null,
    touched = false,
    note,
  } = (await run(given.mark(resource, row), whole, loading(unit, given.mark))) ?? {}
  const reason = typeof input.value.reason === 'string' ? input.value.reason : undefined
  // The rule may have written the record itself, through `others`.
  const now = (await rule.lock(resource.collection, id)) ?? row
  const record = await apply(unit, now, canonicalValues(resource, values), id, {
    kind: 'action',
    key: name,
    always: touched,
    input: whole,
    note: { action: name, reason: reason ?? note },
  })
  const { access } = unit.context
  const cut = await cutRecords(unit.tx.query, result, access)
  return { record, result: await withoutHidden(unit.tx.query, cut, given, asked.row, access) }
}
