/**
 * What an entity adds to the generated writes. One file per entity in `src/server/rules`, found by
 * its name. Everything runs inside the write's transaction; a rule rejects a write by throwing
 * `Problem`.
 */
import type { AnyResource } from '#schemas/define/resource.ts'
import type {
  ActionOf,
  DocumentOf,
  FieldOf,
  InputOf,
  ReferredOf,
  Row,
  StateOf,
  ValuesOf,
} from '#schemas/define/rows.ts'
import type { WrittenLanguage } from '../../texts/language.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { FieldProblem } from '../../base/problem.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'

export type Values = Readonly<Record<string, Json>>
/**
 * What happens to a record, through any channel; `import` adds a record of another system, with its
 * history.
 */
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

/** API collections of the entities `M`, and the entity of a collection. */
export type CollectionOf<M> = NameOf<M[keyof M]>
type NameOf<R> = R extends { readonly name: infer Name extends string } ? Name : never
export type Entity<M, C> = { [K in keyof M as NameOf<M[K]>]: M[K] }[C & CollectionOf<M>]

/** One change of one record. `before` is null on creation, `after` null after a purge. */
export interface Change<R = AnyResource> {
  readonly kind: ChangeKind
  readonly before: RuleRow<R> | null
  readonly after: RuleRow<R> | null
  /** Fields whose values differ, including derived ones. */
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

/** Field names of a record of `R`. */
export type RowField<R> = keyof RuleRow<R> & string

/**
 * Writes to other records as part of a change: in its transaction, with their own rules, audit and
 * events, in the same person's name but with the rule's permissions. Values may include derived
 * fields.
 */
export interface Others<M = AnyResources> {
  /** Pass `id` only if the record's id must be known beforehand. */
  create<C extends CollectionOf<M>>(
    collection: C,
    values: RuleValues<Entity<M, C>> & { readonly id?: string },
  ): Promise<RuleRow<Entity<M, C>>>
  /** 404 when there is no such live record. */
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
   * Replaces values of records, trashed ones too, with `instead`, and removes the old values and
   * the reasons people entered from their histories: for privacy. Versioned, audited and live like
   * any write, but runs no rules.
   */
  erase<C extends CollectionOf<M>>(
    collection: C,
    ids: readonly string[],
    instead: RuleValues<Entity<M, C>>,
    reason: string,
  ): Promise<void>
}

/** What a rule can use. Reads are not limited to the caller's rows: a rule applies to everybody. */
export interface RuleContext<M = AnyResources> {
  readonly tx: Tx
  readonly access: Access
  readonly model: Model
  readonly resource: ResourceModel
  readonly channel: string
  /** Time of the write. */
  readonly now: Date
  /** A live or trashed record of any collection; cached for the rest of this write. */
  load<C extends CollectionOf<M>>(
    collection: C,
    id: string,
  ): Promise<RuleRow<Entity<M, C>> | undefined>
  /**
   * The record after all current writers are done; locks it (FOR NO KEY UPDATE) until the
   * transaction ends.
   */
  lock<C extends CollectionOf<M>>(
    collection: C,
    id: string,
  ): Promise<RuleRow<Entity<M, C>> | undefined>
  /** Serialises transactions on a name. */
  lockName(name: string): Promise<void>
  /** Next number of a gap-free sequence. */
  nextNumber(name: string): Promise<number>
  readonly others: Others<M>
  /** 403 `step_up_required` unless the person proved their identity within the last ten minutes. */
  requireProof(): void
  /**
   * Holds the write up if a person does with these values what the entity's approval of this name
   * is about: an action whose input alone does not say so becomes a request, other writes are
   * refused with 409 `approval_needed`.
   */
  requireApproval(name: string, values: Values): void
}

type Awaitable<T> = T | Promise<T>

/**
 * A function type with a method's parameter variance, so that rules of one entity are assignable to
 * rules of any.
 */
type Method<Parameters extends readonly unknown[], Result> = {
  call(...parameters: Parameters): Awaitable<Result>
}['call']

/**
 * A scheduled change: records in `from` whose `due` (an instant or UTC day) has arrived move to the
 * state `to`, or get the values that `run` returns; undefined writes nothing. `run` must move `due`
 * forward, or it runs again every minute.
 */
export type Scheduled<R = AnyResource, M = AnyResources> = {
  readonly from: readonly StateOf<R>[]
  readonly due: RowField<R>
} &
  /** `reason` is required where the state asks for one. */
  (
    | { readonly to: StateOf<R>; readonly reason?: string }
    | {
        readonly run: Method<[row: RuleRow<R>, context: RuleContext<M>], RuleValues<R> | undefined>
      }
  )

/** A value that a rule computes about a record without changing it. */
export interface Preview<R = AnyResource, M = AnyResources> {
  /**
   * Fields that the result is computed from; `hotel.refundRules` is a field of the referenced
   * record. Callers who cannot read all of them get a 403. The rule sees only the fields that the
   * caller can read, on the record and on every record loaded through `context`, so that no result
   * can reveal more.
   */
  readonly needs: readonly (RowField<R> | ReferredField<R, M>)[]
  /** `input` has the unvalidated parameters of the call. */
  run(
    row: RuleRow<R>,
    context: RuleContext<M>,
    input: Readonly<Record<string, string>>,
  ): Awaitable<Json>
}

/** What an action returns: values to write to its record, and the caller's result. */
export interface ActionResult<R = AnyResource> {
  readonly values?: RuleValues<R>
  readonly result?: Json
  /**
   * Raises the record's version and adds a history entry even if nothing on it differs: a caller
   * who repeats the action without reloading the record gets a 412.
   */
  readonly touched?: boolean
  /** What the history says of it; default the input's `reason`. */
  readonly note?: string
}

/** Whom a document is for, as far as the caller may know, and what it is called there. */
export interface DocumentAddressee {
  /** Their record; undefined if there is none. */
  readonly of: { readonly type: string; readonly id: string } | undefined
  readonly name: string | null
  readonly email: string | null
  readonly language: WrittenLanguage
  /** Name of the document in their language, such as `Invoice INV-2026-000001`. */
  readonly title: string
  /** What the e-mail says in their language; default that the document is attached. */
  readonly say?: string
}

/** Rules of the entity `R` among the entities `M`; without type arguments, of any entity. */
export interface EntityRules<R = AnyResource, M = AnyResources> {
  /**
   * Locks, before the record itself, what every writer of such records locks first: the parent
   * whose own rules also write them. Otherwise writers of the parent and of the record could
   * deadlock.
   */
  holdFirst?(id: string, context: RuleContext<M>): Awaitable<void>
  /** Derived fields (and snapshots) of a row about to be written; merged into it. */
  derive?(
    row: RuleRow<R>,
    change: Omit<Change<R>, 'after'>,
    context: RuleContext<M>,
  ): Awaitable<RuleValues<R>>
  /** The final check before the row is written; references are already known to exist. */
  beforeWrite?(change: Change<R>, context: RuleContext<M>): Awaitable<void>
  afterWrite?(change: Change<R>, context: RuleContext<M>): Awaitable<void>
  /**
   * By state: throws a 409 if the record cannot be in it. Checked before every transition to it, and
   * for records that an import brings from another system.
   */
  readonly invariants?: {
    readonly [State in StateOf<R>]?: Method<[row: RuleRow<R>, context: RuleContext<M>], void>
  }
  /**
   * By target state: throws a 409 if this transition is not possible now. What holds for the state
   * itself is an invariant.
   */
  readonly guards?: {
    readonly [State in StateOf<R>]?: Method<[row: RuleRow<R>, context: RuleContext<M>], void>
  }
  /** By target state: values to write with the transition. */
  readonly onTransition?: {
    readonly [State in StateOf<R>]?: Method<
      [row: RuleRow<R>, context: RuleContext<M>],
      RuleValues<R>
    >
  }
  /** By name of a declared action: performs it. `input` is validated. */
  readonly actions?: {
    readonly [Action in ActionOf<R>]?: Method<
      [row: RuleRow<R>, input: RuleInput<R, Action>, context: RuleContext<M>],
      ActionResult<R> | void
    >
  }
  /**
   * By name of a declared action: its input with what the rules compute of it, such as an amount.
   * Runs before approvals are asked, on the locked record, and without effects.
   */
  readonly completes?: {
    readonly [Action in ActionOf<R>]?: Method<
      [row: RuleRow<R>, input: RuleInput<R, Action>, context: RuleContext<M>],
      RuleInput<R, Action>
    >
  }
  /** Runs before trash and purge. */
  refuseDelete?(row: RuleRow<R>, context: RuleContext<M>): Awaitable<void>
  /** Fields whose values the audit must not store for this change. */
  redact?(change: Change<R>): readonly RowField<R>[]
  /**
   * `beforeWrite` for a whole import batch: returns problems by change; the others are written
   * together. Without it an entity with `beforeWrite` or `afterWrite` is imported row by row.
   */
  checkMany?(
    changes: readonly Change<R>[],
    context: RuleContext<M>,
  ): Promise<ReadonlyMap<Change<R>, readonly FieldProblem[]>>
  /** Values computed about a record without changing it, such as the cost of a cancellation. */
  readonly previews?: Readonly<Record<string, Preview<R, M>>>
  /** By name of an action with `prefill`: values its dialog starts with; same rules as previews. */
  readonly prefills?: {
    readonly [Action in ActionOf<R>]?: Pick<Preview<R, M>, 'needs'> & {
      readonly run: Method<
        [row: RuleRow<R>, context: RuleContext<M>],
        Partial<RuleInput<R, Action>>
      >
    }
  }
  /**
   * By name of a declared document: its bytes and file name. Only for callers who can read every
   * field of the record.
   */
  readonly documents?: {
    readonly [Document in DocumentOf<R>]?: Method<
      [row: RuleRow<R>, context: RuleContext<M>],
      { readonly fileName: string; readonly bytes: Uint8Array }
    >
  }
  /**
   * By name of an action that e-mails a document: whom it is for. Used by its prefill and by the
   * action; in the prefill the caller's rights limit what the context loads.
   */
  readonly mailings?: {
    readonly [Action in ActionOf<R>]?: Pick<Preview<R, M>, 'needs'> & {
      readonly to: Method<[row: RuleRow<R>, context: RuleContext<M>], DocumentAddressee>
    }
  }
  readonly scheduled?: readonly Scheduled<R, M>[]
}

/** Rules by entity (permission key); entities without an entry have none. */
export type RuleBook = Readonly<Record<string, EntityRules | undefined>>

/** Adds something to the rules of some entities, such as what follows a write. */
export type RuleLayer = (inner: RuleBook) => RuleBook

/** Adds layers to rules, the first innermost: what it runs after a write comes first. */
export const layered = (rules: RuleBook, layers: readonly RuleLayer[]): RuleBook =>
  layers.reduce((inner, add) => add(inner), rules)
