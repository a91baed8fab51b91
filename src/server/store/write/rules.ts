/**
 * What an entity adds to the generated writes. One file per entity in `src/server/rules`, found by its name.
 * Everything runs inside the write's transaction; a rule refuses by throwing `Problem`.
 */
import type {
  ActionOf,
  AnyResource,
  DocumentOf,
  FieldOf,
  InputOf,
  ReferredOf,
  Row,
  StateOf,
  ValuesOf,
} from '#schemas/define/resource.ts'
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

/** Any entities, for code that handles all of them. */
export type AnyResources = Readonly<Record<string, AnyResource>>

/** A live or trashed record of `R` as a rule sees it; of any entity without `R`. */
export type RuleRow<R = AnyResource> = R extends { readonly name: infer Name }
  ? string extends Name
    ? RecordData
    : Readonly<Row<R>> & { readonly deletedAt: string | null }
  : never

/** Values that a rule writes on a record of `R`. */
export type RuleValues<R = AnyResource> = R extends { readonly name: infer Name }
  ? string extends Name
    ? Values
    : ValuesOf<R>
  : never

/** Input of an action of `R`. */
type RuleInput<R, Action> = string extends NameOf<R> ? Values : InputOf<R, Action>

/** API collections of the entities `M`, and the entity of one. */
export type CollectionOf<M> = NameOf<M[keyof M]>
type NameOf<R> = R extends { readonly name: infer Name extends string } ? Name : never
export type Entity<M, C> = { [K in keyof M as NameOf<M[K]>]: M[K] }[C & CollectionOf<M>]

/** One change of one record. `before` is null on creation, `after` null after a purge. */
export interface Change<R = AnyResource> {
  readonly kind: ChangeKind
  readonly before: RuleRow<R> | null
  readonly after: RuleRow<R> | null
  /** Fields whose value differs, derived ones included. */
  readonly changed: ReadonlySet<RowField<R>>
}

/** Fields of the records that a record of `R` refers to, as `hotel.timezone`. */
type ReferredField<R, M> =
  string extends NameOf<R>
    ? string
    : {
        [F in FieldOf<R>]: ReferredOf<R, F> extends infer C extends CollectionOf<M>
          ? `${F}.${RowField<Entity<M, C>>}`
          : never
      }[FieldOf<R>]

/** Names of what a record of `R` holds. */
export type RowField<R> = keyof RuleRow<R> & string

/**
 * Writes of other records that belong to a change: in its transaction, with rules, audit and events of their own, in the
 * name of the same person but by the right of the rule. Values may name derived fields.
 */
export interface Others<M = AnyResources> {
  /** `id` only where the record's id must be known before. */
  create<C extends CollectionOf<M>>(
    collection: C,
    values: RuleValues<Entity<M, C>> & { readonly id?: string },
  ): Promise<RuleRow<Entity<M, C>>>
  /** 404 problem when there is no such live record. */
  update<C extends CollectionOf<M>>(
    collection: C,
    id: string,
    values: RuleValues<Entity<M, C>>,
  ): Promise<RuleRow<Entity<M, C>>>
  transition<C extends CollectionOf<M>>(
    collection: C,
    id: string,
    to: StateOf<Entity<M, C>>,
    reason?: string,
  ): Promise<RuleRow<Entity<M, C>>>
  /**
   * Puts `instead` in the place of what some fields of records hold, trashed ones too, and takes those values and the reasons
   * people gave out of their histories: for privacy. Versioned, audited and live as any write, but no rule has a say in it.
   */
  erase<C extends CollectionOf<M>>(
    collection: C,
    ids: readonly string[],
    instead: RuleValues<Entity<M, C>>,
    reason: string,
  ): Promise<void>
}

/** What a rule may reach. Reads here are not narrowed to the caller's rows: a rule holds for everybody. */
export interface RuleContext<M = AnyResources> {
  readonly tx: Tx
  readonly access: Access
  readonly model: Model
  readonly resource: ResourceModel
  readonly channel: string
  /** Time of the write. */
  readonly now: Date
  /** A live or trashed record of any collection; kept for the rest of this write. */
  load<C extends CollectionOf<M>>(
    collection: C,
    id: string,
  ): Promise<RuleRow<Entity<M, C>> | undefined>
  /** The record as it is after everyone who writes to it now is done; holds it (FOR NO KEY UPDATE) until the transaction ends. */
  lock<C extends CollectionOf<M>>(
    collection: C,
    id: string,
  ): Promise<RuleRow<Entity<M, C>> | undefined>
  /** Lets one transaction at a time past a name. */
  lockName(name: string): Promise<void>
  /** Next number of a gap-free sequence. */
  nextNumber(name: string): Promise<number>
  readonly others: Others<M>
  /** 403 `step_up_required` unless the person has proven who they are within the last ten minutes. */
  requireProof(): void
}

type Awaitable<T> = T | Promise<T>

/** A function type whose parameters are compared as those of a method, so that rules of one entity are rules of any. */
type Method<Parameters extends readonly unknown[], Result> = {
  call(...parameters: Parameters): Awaitable<Result>
}['call']

/**
 * What the scheduler does: records in `from` whose `due` (an instant that has passed, or a day that has come, UTC) go to the
 * state `to`, or get the values that `run` returns; undefined writes nothing. It must move `due` forward, or it runs again every minute.
 */
export type Scheduled<R = AnyResource, M = AnyResources> = {
  readonly from: readonly StateOf<R>[]
  readonly due: RowField<R>
} & (
  | { readonly to: StateOf<R> }
  | { readonly run: Method<[row: RuleRow<R>, context: RuleContext<M>], RuleValues<R> | undefined> }
)

/** What a rule computes about a record without changing it. */
export interface Preview<R = AnyResource, M = AnyResources> {
  /**
   * Fields that the result is computed from; `hotel.refundRules` is a field of the referenced record. Who may not read
   * all of them gets a 403. Of the record, and of every record loaded through `context`, the rule sees only the fields
   * that the caller may read, so that no result can show more.
   */
  readonly needs: readonly (RowField<R> | ReferredField<R, M>)[]
  /** `input` holds the parameters of the call, unchecked. */
  run(
    row: RuleRow<R>,
    context: RuleContext<M>,
    input: Readonly<Record<string, string>>,
  ): Awaitable<Json>
}

/** What an action returns: values to write on its record, and what its caller gets. */
export interface ActionResult<R = AnyResource> {
  readonly values?: RuleValues<R>
  readonly result?: Json
  /**
   * Raises the record's version and adds an entry to its history where nothing on it differs: a caller who repeats the
   * action without reading the record again gets a 412.
   */
  readonly touched?: boolean
}

/** Rules of the entity `R` among the entities `M`; without them, of any entity. */
export interface EntityRules<R = AnyResource, M = AnyResources> {
  /**
   * Locks, before the record itself, what every writer of such records locks first: the parent whose own rules write
   * them too. Otherwise a writer of the parent and a writer of the record could deadlock.
   */
  holdFirst?(id: string, context: RuleContext<M>): Awaitable<void>
  /** Derived fields (and snapshots) of a row about to be written; merged over it. */
  derive?(
    row: RuleRow<R>,
    change: Omit<Change<R>, 'after'>,
    context: RuleContext<M>,
  ): Awaitable<RuleValues<R>>
  /** The final check before the row is written; references are already known to exist. */
  beforeWrite?(change: Change<R>, context: RuleContext<M>): Awaitable<void>
  afterWrite?(change: Change<R>, context: RuleContext<M>): Awaitable<void>
  /** By target state: throws a 409 where the transition is not yet possible. */
  readonly guards?: {
    readonly [State in StateOf<R>]?: Method<[row: RuleRow<R>, context: RuleContext<M>], void>
  }
  /** By target state: fields that change with it. */
  readonly onTransition?: {
    readonly [State in StateOf<R>]?: Method<
      [row: RuleRow<R>, context: RuleContext<M>],
      RuleValues<R>
    >
  }
  /** By name of a declared action: performs it. `input` is checked. */
  readonly actions?: {
    readonly [Action in ActionOf<R>]?: Method<
      [row: RuleRow<R>, input: RuleInput<R, Action>, context: RuleContext<M>],
      ActionResult<R> | void
    >
  }
  /** Before trash and purge. */
  refuseDelete?(row: RuleRow<R>, context: RuleContext<M>): Awaitable<void>
  /** Fields whose values the audit must not keep for this change. */
  redact?(change: Change<R>): readonly RowField<R>[]
  /**
   * `beforeWrite` for a whole batch of an import: problems by change, the others are written together.
   * Without it an entity that has `beforeWrite` or `afterWrite` is imported row by row.
   */
  checkMany?(
    changes: readonly Change<R>[],
    context: RuleContext<M>,
  ): Promise<ReadonlyMap<Change<R>, readonly FieldProblem[]>>
  /** Computed facts about a record that change nothing, such as what a cancellation would cost. */
  readonly previews?: Readonly<Record<string, Preview<R, M>>>
  /** By name of a declared document: the PDF and its file name. Given only to callers who may read every field of the record. */
  readonly documents?: {
    readonly [Document in DocumentOf<R>]?: Method<
      [row: RuleRow<R>, context: RuleContext<M>],
      { readonly fileName: string; readonly bytes: Uint8Array }
    >
  }
  readonly scheduled?: readonly Scheduled<R, M>[]
}

/** Rules by entity (permission key); entities without an entry have none. */
export type RuleBook = Readonly<Record<string, EntityRules | undefined>>
