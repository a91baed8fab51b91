import type * as z from 'zod'
import type { Action } from './permissions.ts'

/**
 * Holds for values above `over` (amounts in minor units, of any currency), or among `in`. A value
 * that is missing meets it, so that nothing is applied because nothing is known. `adds` holds for a
 * list with a member, or for the grants of a role with a permission, that it had not before; a new
 * record had nothing before, so that it counts when records are created, too.
 */
export type ApprovalCondition =
  | { readonly over: number }
  | { readonly in: readonly (string | boolean)[] }
  | { readonly adds: true }

/** Input fields of an action; never for anything else. */
type InputName<Inputs, K> = K extends keyof Inputs
  ? Inputs[K] extends z.ZodObject<infer I>
    ? keyof I & string
    : never
  : never

/** A change of many selected records at once; `delete` is also their permanent deletion. */
type BulkName<
  State extends string,
  Inputs,
> = `bulk.${(typeof bulkChanges)[number] | `transition.${State}` | (keyof Inputs & string)}`

/**
 * What needs an approval: an action, `transition.<state>`, a field, `delete`, or a bulk of one of
 * them: `bulk.delete`.
 */
export type ApprovalName<Field extends string, State extends string, Inputs> =
  | Field
  | `transition.${State}`
  | (keyof Inputs & string)
  | 'delete'
  | BulkName<State, Inputs>

/** What a condition may name. Of a bulk, only the number of its records is known: `rows`. */
type ConditionName<Field, Inputs, K> = K extends `bulk.${string}`
  ? typeof BULK_ROWS
  : Field | InputName<Inputs, K>

/** Changes of a bulk besides transitions and actions. */
export const bulkChanges = ['update', 'delete', 'restore'] as const
/** Condition of a bulk: the number of its records. */
export const BULK_ROWS = 'rows'

/** A permission of the entity, without its name; `approve` exists where approvals are declared. */
export type ApproverKey<State extends string, Inputs> =
  | 'approve'
  | Action
  | `transition.${State}`
  | (keyof Inputs & string)

/**
 * Who must agree before a change is applied. A field counts when an existing record changes it, and
 * with the condition `adds` also when a record is created with it;
 * `delete` covers moving to the trash and deleting permanently.
 */
export interface ApprovalDef<Condition extends string = string, By extends string = string> {
  /**
   * Only for these values of the record as it would be, or of the action's input; all must hold.
   * Default always.
   */
  readonly when?: { readonly [N in Condition]?: ApprovalCondition }
  /** Permission that approvers need. */
  readonly by: By
  /** How many people must approve. */
  readonly quorum: 1 | 2 | 3 | 4 | 5
  /** How long a request waits, in hours, up to 30 days: `72h`. */
  readonly expires: `${number}h`
}

/** The approvals of an entity; a name that does not exist does not compile. */
export type ApprovalDefs<Field extends string, State extends string, Inputs> = {
  readonly [K in ApprovalName<Field, State, Inputs>]?: ApprovalDef<
    ConditionName<Field, Inputs, K>,
    ApproverKey<State, Inputs>
  >
}

/** The longest time a request may wait, in hours. */
export const MAX_APPROVAL_HOURS = 720

/** Permissions of entities with approvals: to approve, and to apply without approval. */
export const approvalKeys = ['approve', 'override'] as const
