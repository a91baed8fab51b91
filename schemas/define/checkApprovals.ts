import {
  BULK_ROWS,
  MAX_APPROVAL_HOURS,
  approvalKeys,
  bulkChanges,
  type ApprovalDef,
} from './approvals.ts'
import { actions as everyAction } from './permissions.ts'
import { problem, type Check, type Problem, type Subject } from './problem.ts'
import type { ActionDef, StateDef } from './resource.ts'

/** What nobody does to records that are never changed. */
const never = new Set(['delete', ...bulkChanges.map((change) => `bulk.${change}`)])

/** Fields whose values can be compared with a number. */
const NUMBERS = ['int', 'number', 'bps', 'rating', 'money']

/** What one approval is about. */
interface Approval {
  readonly name: string
  readonly at: string
  readonly approval: ApprovalDef
  readonly action: ActionDef | undefined
}

function* checkTerms(
  { approval, at }: Approval,
  keys: ReadonlySet<string>,
  permission: string,
): Generator<Problem> {
  if (!keys.has(approval.by)) {
    yield problem(
      'approval.by',
      `${at}.by`,
      `"${approval.by}" is not a permission of ${permission}.`,
      'Use `approve`, or an action or transition of the entity.',
    )
  }
  if (!Number.isInteger(approval.quorum) || approval.quorum < 1 || approval.quorum > 5) {
    yield problem('approval.quorum', `${at}.quorum`, 'Not 1 to 5 people.', 'Ask 1 to 5 people.')
  }
  const hours = /^\d{1,3}h$/.test(approval.expires) ? Number.parseInt(approval.expires, 10) : 0
  if (hours < 1 || hours > MAX_APPROVAL_HOURS) {
    yield problem(
      'approval.expires',
      `${at}.expires`,
      `"${approval.expires}" is not 1 to ${MAX_APPROVAL_HOURS} hours.`,
      'Write whole hours, as in `72h`.',
    )
  }
}

/** Of a bulk, only the number of its records is compared. */
function* checkBulkConditions({ approval, at }: Approval): Generator<Problem> {
  for (const [condition, test] of Object.entries(approval.when ?? {})) {
    if (condition === BULK_ROWS && test && 'over' in test) continue
    yield problem(
      'approval.rows',
      `${at}.when.${condition}`,
      'Of a bulk, only the number of its records is compared.',
      'Write `when: { rows: { over: 100 } }`.',
    )
  }
}

function* checkConditions(
  { name, approval, at, action }: Approval,
  field: Subject['field'],
  grants: string | undefined,
): Generator<Problem> {
  const inputs = (action?.input?.shape ?? {}) as Record<string, unknown>
  for (const [condition, test] of Object.entries(approval.when ?? {})) {
    const isList = field(condition)?.kind === 'refs' || condition === grants
    const input = Object.hasOwn(inputs, condition)
    const kind = field(condition)?.kind
    if (!input && !kind) {
      yield problem(
        'approval.when',
        `${at}.when.${condition}`,
        `There is no field or input "${condition}".`,
        'Name a field of the record or of the action.',
      )
    } else if (test && 'adds' in test && (input || condition !== name || !isList)) {
      yield problem(
        'approval.adds',
        `${at}.when.${condition}`,
        `"${condition}" is not the field itself, or it is neither a list nor grants.`,
        'Use `adds` for the field that needs the approval: a list, or the grants of a role.',
      )
    } else if (!input && kind && test && 'over' in test && !NUMBERS.includes(kind)) {
      yield problem(
        'approval.over',
        `${at}.when.${condition}`,
        `"${condition}" is not a number or amount.`,
        'Use `in` with its values.',
      )
    }
  }
}

/**
 * Checks approvals: what needs one exists and means one thing, approvers' permission exists, the
 * conditions name a field or an input, and somebody can ever approve in time.
 */
export const checkApprovals: Check = function* ({ def, fields, field }) {
  if (!def.approvals) return
  const own = (def.actions ?? {}) as Record<string, ActionDef>
  const states = Object.keys((def.states ?? {}) as Record<string, StateDef>).filter(
    (name) => name !== '*',
  )
  const entered = new Set(
    Object.values((def.states ?? {}) as Record<string, StateDef>).flatMap((s) =>
      Object.keys(s.to ?? {}).map((name) => `transition.${name}`),
    ),
  )
  const bulks = new Set(
    [...bulkChanges, ...entered, ...Object.keys(own)].map((change) => `bulk.${change}`),
  )
  for (const name of approvalKeys) {
    if (Object.hasOwn(own, name)) {
      yield problem(
        'approval.taken',
        `${def.name}.actions.${name}`,
        `"${name}" is a permission of entities with approvals.`,
        'Choose another name for the action.',
      )
    }
  }
  const keys = new Set<string>([
    'approve',
    ...everyAction,
    ...Object.keys(own),
    ...states.map((state) => `transition.${state}`),
  ])
  for (const [name, approval] of Object.entries(def.approvals as Record<string, ApprovalDef>)) {
    const at = `${def.name}.approvals.${name}`
    const action = Object.hasOwn(own, name) ? own[name] : undefined
    const written = fields.find((f) => f.name === name)
    const isBulk = bulks.has(name)
    if (!action && !written && !entered.has(name) && name !== 'delete' && !isBulk) {
      yield problem(
        'approval.unknown',
        at,
        `"${name}" is not an action, transition or field.`,
        'Name an action, `transition.<state>`, a field, `delete`, or a bulk of one: `bulk.delete`.',
      )
    }
    if ((action || name === 'delete') && written) {
      yield problem(
        'approval.ambiguous',
        at,
        `"${name}" is a field and something else too.`,
        'Rename one of them.',
      )
    }
    if (def.readOnly || (def.appendOnly && (written || never.has(name)))) {
      yield problem(
        'approval.never',
        at,
        'Nobody changes this by hand.',
        'Remove it: there is nothing to approve.',
      )
    }
    const one = { name, at, approval, action }
    yield* checkTerms(one, keys, def.permission)
    if (isBulk) yield* checkBulkConditions(one)
    else yield* checkConditions(one, field, def.grants)
  }
}
