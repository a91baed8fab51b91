import type { Said } from './message.ts'
import type * as z from 'zod'
import type { ApprovalDefs } from './approvals.ts'
import { assignAction } from './assign.ts'
import { ASSIGN } from './assignName.ts'
import type { DetailDef } from './detail.ts'
import type { ListLayouts } from './layouts.ts'
import type { MetricDef } from './metrics.ts'
import type { WorklistDef } from './worklists.ts'
import type { Tone } from './hints.ts'
import type { IconName } from '../labels/icons.ts'
import { own } from './own.ts'
import type { QueueDef } from './queues.ts'
import { tagActions } from './tag.ts'
import type { Targets } from './rows.ts'
import type { TimelineDef, WrongTimeline } from './timeline.ts'

type Shape = z.core.$ZodLooseShape
type Keys<S extends Shape> = keyof S & string

/** Standard fields available for columns, sorting and filters. */
export type StandardColumn = 'createdAt' | 'updatedAt'

/** An effect outside the records: an e-mail or a message leaves, or money moves. */
export type Outside = 'mail' | 'money'

/**
 * One state of a lifecycle. `to` maps target states to the labels of their buttons; `reason` asks
 * for a reason on every transition into this state; a `final` state has no outgoing transitions.
 * The key `'*'` holds transitions from every non-final state.
 */
export interface StateDef<Target extends string = string> {
  readonly to?: { readonly [T in Target]?: string }
  readonly label?: string
  readonly tone?: Tone
  readonly reason?: true
  readonly final?: true
  /**
   * Name of a preview of the server's rules, shown before entering this state: what the action
   * would cost.
   */
  readonly preview?: string
  /**
   * Transitions into this state can be undone. Not for those that cost money or notify outsiders:
   * an undo cannot revert external effects.
   */
  readonly undo?: true
  /** What entering this state causes that no undo takes back. Excludes `undo`. */
  readonly outside?: Outside
  /**
   * Entering this state is the usual next step: its button leads although it asks first. Not for
   * states of tone `danger`. `false`: its button never leads, such as that of a pause.
   */
  readonly prominent?: boolean
  /** Action offered at once after a person entered this state, if it is possible then. */
  readonly next?: string
  /** Besides the first state, records may start here (the server decides when). */
  readonly entry?: true
  /**
   * New records never stay in this state: a rule moves them on in the same write, as when a message
   * the server received becomes sent.
   */
  readonly passing?: true
  /**
   * Restricted transitions out of this state: `staff` excludes people of a tenant; `rules` is
   * offered to nobody, since a rule takes it together with something else.
   */
  readonly only?: { readonly [T in Target]?: 'staff' | 'rules' }
}

/**
 * Which rows staff of one tenant (a vendor) see. A path of reference fields to the tenant
 * (`'hotel.vendor'`), `'id'` for the tenant itself, `'shared'` for rows all may read and none may
 * write, `'staff'` for no rows, or a combination.
 */
export type Scope = string | ScopePaths

/** Combined conditions for a tenant's rows; any of them suffices, `only` restricts them all. */
export interface ScopePaths {
  /** Paths to the tenant, as above; matching rows belong to the tenant and may be written. */
  readonly paths?: readonly string[]
  /** Rows referenced by the tenant's own rows, read only: `['bookings.customer']`. */
  readonly usedBy?: readonly string[]
  /** Every tenant may read rows in these states. */
  readonly states?: readonly string[]
  /** Field → allowed values of a row, whichever condition matched it. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** Fields hidden from every tenant. */
  readonly hide?: readonly string[]
}

/**
 * An action besides the states' transitions: `POST …/actions/<name>`, permission `<entity>.<name>`,
 * a button with a dialog for `input`. The server's rules implement it.
 */
export interface ActionDef<
  State extends string = string,
  Input = z.ZodObject,
  Field extends string = string,
  Document extends string = string,
> {
  /** Label of the button. */
  readonly label: string
  readonly input?: Input
  /** States in which it is available; default all. */
  readonly from?: readonly State[]
  /** Default `neutral`; `danger` for actions that are hard to undo. */
  readonly tone?: Tone
  /** One sentence in its dialog. */
  readonly hint?: string
  /** Name of a preview of the server's rules, shown in its dialog. */
  readonly preview?: string
  /** Offered by its own screen instead of the record's buttons. */
  readonly hidden?: true
  /** Needs a recent proof of identity: the password or the second factor. */
  readonly stepUp?: true
  /**
   * Can be undone: restores the changed values. Not for actions that cost money or notify
   * outsiders.
   */
  readonly undo?: true
  /** What it causes that no undo takes back. Excludes `undo`, as does an input of an amount. */
  readonly outside?: Outside
  /**
   * Its button comes before those of other actions: always, which is not for tone `danger`, or in
   * these states.
   */
  readonly prominent?: true | readonly State[]
  /**
   * The dialog starts with values that the server's rules compute (`prefills`). The currency of a
   * prefilled amount is fixed.
   */
  readonly prefill?: true
  /** Offered only while this amount, shown on its button, is above zero, or this text not empty. */
  readonly while?: Field
  /** The document that it e-mails, or `true` for a mail without one; see `mailing.ts`. */
  readonly mails?: Document | true
}

/** A document that is not a PDF: a table. */
export interface DocumentDef {
  readonly label: string
  readonly type: 'csv'
}

/**
 * Declares that records of this entity are the people who sign in; each member names a field or a
 * state.
 */
export interface PersonFields {
  readonly name: string
  readonly email: string
  readonly roles: string
  /** Reference to the person's tenant; empty = our own staff. */
  readonly tenant: string
  /** States of an active person, and of one who requested access. */
  readonly active: string
  readonly requested: string
  /** Derived instant: when the person last used the server, within five minutes. */
  readonly lastSeen?: string
  /** Derived flag: two-factor sign-in is on. */
  readonly twoFactor?: string
  /** Derived flag: the address of the person's account is verified. */
  readonly emailVerified?: string
}

/** A row as seen by rules that compare fields: any field may be missing while someone types. */
export type Draft<S extends Shape> = { readonly [K in keyof S]?: z.output<S[K]> | null }

/** Reports that the value at `path` (a field, or a dotted path into one) is wrong. */
export type Fail = (path: string, message: Said) => void

interface Screens<
  S extends Shape,
  Column extends string,
  Filter extends string,
  State extends string,
> {
  readonly list?: {
    readonly layouts?: ListLayouts<Keys<S>>
    /** Tabs before those of the states: what is mine, what is due. By name, as in the URL. */
    readonly queues?: Readonly<Record<string, QueueDef<Keys<S>, Exclude<NoInfer<State>, '*'>>>>
    /** Default: the title, then up to five more fields, then the state. */
    readonly columns?: readonly Column[]
    /** Fields the search box searches. Default: the title. */
    readonly search?: readonly Keys<S>[]
    /**
     * Fields offered as quick filters. Default: the columns that are choices, references or
     * booleans.
     */
    readonly filters?: readonly Filter[]
    /** Default `-createdAt`. */
    readonly sort?: NoInfer<Column> | `-${NoInfer<Column>}` | StandardColumn | `-${StandardColumn}`
  }
  readonly form?: {
    /**
     * Heading → fields in order: first what people know, such as guest, hotel and dates. Default:
     * one section with every field, a proposed code last.
     */
    readonly sections?: { readonly [title: string]: readonly Keys<S>[] }
  }
  /** How the page of a record reads. */
  readonly detail?: DetailDef<Keys<S>, Exclude<NoInfer<State>, '*'>>
}

/**
 * An entity's declaration; see the sample in README. Only `name`, `permission`, `label`, `title`
 * and `shape` are required.
 */
export interface ResourceDef<
  Name extends string,
  S extends Shape,
  Path extends string | false,
  Create extends string,
  State extends string,
  Column extends string,
  Filter extends string,
  Inputs = Record<string, z.ZodObject>,
  Document extends string = string,
  Related extends string = string,
> extends Screens<S, Column, Filter, State> {
  /** API collection, plural, kebab-case: `service-jobs`. */
  readonly name: Name
  /**
   * Screen paths. Default `/${name}` and `${path}/new`; `path: false` for an entity without its own
   * pages.
   */
  readonly path?: Path
  readonly createPath?: Create
  /** First part of every permission key, camelCase singular: `serviceJob`. */
  readonly permission: string
  readonly label: { readonly one: string; readonly many: string }
  /** In the words of people of a tenant, if theirs differ: `Company`. */
  readonly tenantLabel?: { readonly one: string; readonly many: string }
  /** The field that names a record. */
  readonly title: Keys<S>
  /** Field shown below the title in pickers and search; of a reference, the title it refers to. */
  readonly subtitle?: Keys<S>
  readonly shape: z.ZodObject<S>
  readonly scope?: Scope
  readonly states?: { readonly [K in State]: StateDef<Exclude<NoInfer<State>, '*'>> }
  /** Actions besides transitions, by name in camelCase. */
  readonly actions?: {
    readonly [K in keyof Inputs]: ActionDef<
      Exclude<NoInfer<State>, '*'>,
      Inputs[K],
      Keys<S>,
      NoInfer<Document>
    >
  }
  /**
   * Documents of a record: name → label of the button. `GET …/<id>/<name>.pdf`, or `.csv` if it says
   * so; the server's rules generate them. They show the whole record, so reading one needs permission
   * for every field.
   */
  readonly documents?: { readonly [K in Document]: string | DocumentDef }
  /** Sets of fields that are unique among live rows. */
  readonly unique?: readonly (readonly Keys<S>[])[]
  /**
   * Rows are never edited or deleted; transitions and actions still change them. Rows of a `'log'`
   * say what happened: an undo of what caused them leaves them as they are.
   */
  readonly appendOnly?: true | 'log'
  /** Only the server creates and changes rows. */
  readonly readOnly?: true
  /** Rules that compare fields; they run in the form as people type and again on the server. */
  readonly check?: (row: Draft<S>, fail: Fail) => void
  readonly person?: PersonFields
  /** The field with a role's grants (`{ allow, deny, rows }`). */
  readonly grants?: Keys<S>
  /** With `grants`: the flag that disables a role for people without a second factor. */
  readonly requireTwoFactor?: Keys<S>
  /** Fields whose change needs a recent proof of identity, in every channel. */
  readonly stepUp?: readonly Keys<S>[]
  /**
   * Changes that other people must approve first, by action, `transition.<state>`, field or
   * `delete`.
   */
  readonly approvals?: ApprovalDefs<
    Keys<S>,
    Exclude<NoInfer<State>, '*'>,
    { readonly [K in keyof NoInfer<Inputs>]: NoInfer<Inputs>[K] }
  >
  /** What the timeline of a record shows besides its own entries. */
  readonly timeline?: TimelineDef<Related>
  /**
   * The reference to the one person a record is assigned to. Adds the action `assign` unless the
   * entity declares its own. Whoever gets a record is notified and follows it.
   */
  readonly assignable?: Keys<S>
  /**
   * The field of kind `tags` with a record's tags: a column and a filter of its list, and part of
   * the head of a record. Adds the actions `tag`, which adds and removes tags of one record or
   * many, and `manageTags`, which renames, merges and deletes tags; each has a permission.
   */
  readonly taggable?: Keys<S>
  /** Numbers on the dashboard, by name in camelCase. */
  readonly metrics?: { readonly [name: string]: MetricDef<Keys<S>> }
  /** Records that wait for somebody, on the home page, by name in camelCase. */
  readonly worklists?: {
    readonly [name: string]: WorklistDef<
      Keys<S>,
      Exclude<NoInfer<State>, '*'>,
      { readonly [K in keyof NoInfer<Inputs>]: NoInfer<Inputs>[K] }
    >
  }
  /** Place in the navigation: heading and icon. */
  readonly nav?: { readonly group: string; readonly icon: IconName }
}

/** A defined resource with its facts as types. */
export interface Resource<
  Name extends string = string,
  S extends Shape = Shape,
  Path extends string = string,
  Create extends string = string,
  State extends string = string,
  Column extends string = string,
  Filter extends string = string,
  Inputs = Record<string, z.ZodObject>,
  Document extends string = string,
  Related extends string = string,
> extends Omit<
  ResourceDef<Name, S, Path, Create, State, Column, Filter, Inputs, Document, Related>,
  'path' | 'createPath' | 'check'
> {
  readonly path: Path
  readonly createPath: Create
  /** Method form, so that any resource is a `Resource`. */
  check?(row: Draft<S>, fail: Fail): void
}

/** Any resource, for code that handles all of them. */
// oxlint-disable-next-line typescript/no-explicit-any -- lists of names are contravariant in places, so no narrower bound takes every resource
export type AnyResource = Resource<string, any, string, string, any, any, any, any, any, any>

/**
 * Declares an entity. Returns the declaration with its paths filled in; everything else with a
 * default is filled in when the model is compiled. Mistakes the compiler cannot see are found by
 * `checkResources`.
 */
export function defineResource<
  const Name extends string,
  S extends Shape,
  const Path extends `/${string}` | false = `/${Name}`,
  const Create extends string = Path extends string ? `${Path}/new` : '',
  const State extends string = never,
  const Column extends Keys<S> | 'state' | StandardColumn = Keys<S> | 'state' | StandardColumn,
  const Filter extends Keys<S> | 'state' | StandardColumn = never,
  Inputs = {},
  const Document extends string = never,
  const Related extends string = never,
>(
  def: ResourceDef<Name, S, Path, Create, State, Column, Filter, Inputs, Document, Related>,
): Resource<
  Name,
  S,
  Path extends string ? Path : '',
  Create,
  State,
  Column,
  Filter,
  Inputs,
  Document,
  Related
> {
  const path = def.path === false ? '' : (def.path ?? `/${def.name}`)
  const { assignable } = def
  const person = assignable === undefined ? undefined : own(def.shape.shape, assignable)
  const added = {
    ...(assignable !== undefined && person
      ? { [ASSIGN]: assignAction(assignable, person, def.states) }
      : {}),
    ...(def.taggable === undefined ? {} : tagActions(def.name, def.states)),
  }
  return {
    ...def,
    path,
    createPath: def.createPath ?? (path && `${path}/new`),
    ...(Object.keys(added).length ? { actions: { ...added, ...def.actions } } : {}),
  } as never
}

type Dangling<M> = Exclude<
  { [K in keyof M]: Targets<M[K]> }[keyof M],
  { [K in keyof M]: M[K] extends { name: infer N } ? N : never }[keyof M]
>

/**
 * Lists the entities in navigation order. A reference to a collection that is not among them does
 * not compile, nor does a name in a timeline that leads to no reference.
 */
export const defineResources = <const M extends Record<string, AnyResource>>(
  resources: M &
    ([Dangling<M>] extends [never] ? unknown : { readonly 'dangling reference to': Dangling<M> }) &
    ([WrongTimeline<M>] extends [never]
      ? unknown
      : { readonly 'no reference in a timeline': WrongTimeline<M> }),
): M => resources
