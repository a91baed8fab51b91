/**
 * What an entity adds to the generated writes. One file per entity in `src/server/rules`, found by its name.
 * Everything runs inside the write's transaction; a rule refuses by throwing `Problem`.
 */
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { FieldProblem } from '../../problem.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'

export type Values = Readonly<Record<string, Json>>
/** What is done to a record, whichever channel it comes by; `import` brings in a record of another system, with its history. */
export type ChangeKind =
  | 'create'
  | 'update'
  | 'transition'
  | 'action'
  | 'delete'
  | 'purge'
  | 'restore'
  | 'import'

/** One change of one record. `before` is null on creation, `after` null after a purge. */
export interface Change {
  readonly kind: ChangeKind
  readonly before: RecordData | null
  readonly after: RecordData | null
  /** Fields whose value differs, derived ones included. */
  readonly changed: ReadonlySet<string>
}

/**
 * Writes of other records that belong to a change: in its transaction, with rules, audit and events of their own, in the
 * name of the same person but by the right of the rule. Values may name derived fields.
 */
export interface Others {
  create(collection: string, values: Values): Promise<RecordData>
  /** 404 problem when there is no such live record. */
  update(collection: string, id: string, values: Values): Promise<RecordData>
  transition(collection: string, id: string, to: string, reason?: string): Promise<RecordData>
  /**
   * Puts `instead` in the place of what some fields of records hold, trashed ones too, and takes those values and the reasons
   * people gave out of their histories: for privacy. Versioned, audited and live as any write, but no rule has a say in it.
   */
  erase(collection: string, ids: readonly string[], instead: Values, reason: string): Promise<void>
}

/** What a rule may reach. Reads here are not narrowed to the caller's rows: a rule holds for everybody. */
export interface RuleContext {
  readonly tx: Tx
  readonly access: Access
  readonly model: Model
  readonly resource: ResourceModel
  readonly channel: string
  /** Time of the write. */
  readonly now: Date
  /** A live or trashed record of any collection; kept for the rest of this write. */
  load(collection: string, id: string): Promise<RecordData | undefined>
  /** The record as it is after everyone who writes to it now is done; holds it (FOR NO KEY UPDATE) until the transaction ends. */
  lock(collection: string, id: string): Promise<RecordData | undefined>
  /** Lets one transaction at a time past a name. */
  lockName(name: string): Promise<void>
  /** Next number of a gap-free sequence. */
  nextNumber(name: string): Promise<number>
  readonly others: Others
  /** 403 `step_up_required` unless the person has proven who they are within the last ten minutes. */
  requireProof(): void
}

type Awaitable<T> = T | Promise<T>

/**
 * What the clock does: records in `from` whose `due` (an instant that has passed, or a day that has come, UTC) go to the
 * state `to`, or have done to them what `run` says: its values are written, undefined writes nothing. What it does must move `due` on, or it is done again every minute.
 */
export type Scheduled = { readonly from: readonly string[]; readonly due: string } & (
  | { readonly to: string }
  | { readonly run: (row: RecordData, context: RuleContext) => Awaitable<Values | undefined> }
)

/** What a rule computes about a record without changing it. */
export interface Preview {
  /**
   * Fields that the result is computed from; `hotel.refundRules` is a field of the referenced record. Who may not read
   * all of them gets a 403. Of the record, and of every record loaded through `context`, the rule sees only the fields
   * that the caller may read, so that no result can show more.
   */
  readonly needs: readonly string[]
  /** `input` holds the parameters of the call, unchecked. */
  run(
    row: RecordData,
    context: RuleContext,
    input: Readonly<Record<string, string>>,
  ): Awaitable<Json>
}

export interface EntityRules {
  /**
   * Holds, before the record itself, what everyone who moves records of this kind holds first: the parent whose own rules
   * move them too. Otherwise the one who has the parent and the one who has the record would wait for each other.
   */
  holdFirst?(id: string, context: RuleContext): Awaitable<void>
  /** Derived fields (and snapshots) of a row about to be written; merged over it. */
  derive?(row: RecordData, change: Omit<Change, 'after'>, context: RuleContext): Awaitable<Values>
  /** Last word before the row is written; references are already known to exist. */
  beforeWrite?(change: Change, context: RuleContext): Awaitable<void>
  afterWrite?(change: Change, context: RuleContext): Awaitable<void>
  /** By target state: throws a 409 where the transition is not yet possible. */
  readonly guards?: Readonly<
    Record<string, (row: RecordData, context: RuleContext) => Awaitable<void>>
  >
  /** By target state: fields that change with it. */
  readonly onTransition?: Readonly<
    Record<string, (row: RecordData, context: RuleContext) => Awaitable<Values>>
  >
  /**
   * By name of a declared action: does it; `values` are written on the record, `result` is answered to the caller. `touched` moves the record's
   * version on, with an entry in its history, where nothing on it differs: who repeats the call without having looked again gets a 412.
   */
  readonly actions?: Readonly<
    Record<
      string,
      (
        row: RecordData,
        input: Values,
        context: RuleContext,
      ) => Awaitable<{
        readonly values?: Values
        readonly result?: Json
        readonly touched?: boolean
      } | void>
    >
  >
  /** Before trash and purge. */
  refuseDelete?(row: RecordData, context: RuleContext): Awaitable<void>
  /** Fields whose values the audit must not keep for this change. */
  redact?(change: Change): readonly string[]
  /**
   * `beforeWrite` for a whole batch of an import: problems by change, the others are written together.
   * Without it an entity that has `beforeWrite` or `afterWrite` is imported row by row.
   */
  checkMany?(
    changes: readonly Change[],
    context: RuleContext,
  ): Promise<ReadonlyMap<Change, readonly FieldProblem[]>>
  /** Computed answers about a record that change nothing, such as what a cancellation would cost. */
  readonly previews?: Readonly<Record<string, Preview>>
  /** By name of a declared document: the PDF and its file name. Given only to callers who may read every field of the record. */
  readonly documents?: Readonly<
    Record<
      string,
      (
        row: RecordData,
        context: RuleContext,
      ) => Awaitable<{ readonly fileName: string; readonly bytes: Uint8Array }>
    >
  >
  readonly scheduled?: readonly Scheduled[]
}

/** Rules by entity (permission key); entities without an entry have none. */
export type RuleBook = Readonly<Record<string, EntityRules | undefined>>
