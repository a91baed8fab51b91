/**
 * The compiled model: everything an entity file says with every default filled in, as pure data.
 * Browser and server read the same model; it survives JSON.
 */
import type { FieldModel, Json, Option } from '#schemas/define/describe.ts'
import type { MetricDef } from '#schemas/define/metrics.ts'
import type { Action } from '#schemas/define/permissions.ts'
import type { ListLayouts, PersonFields, Scope } from '#schemas/define/resource.ts'
import type { Tone } from '#schemas/define/hints.ts'

export type { Action, FieldModel, MetricDef, Json, ListLayouts, Option, Scope, Tone }

/**
 * One way out of a state. `name` is the target state, which also names the action and its
 * permission.
 */
export interface Transition {
  readonly from: string
  readonly name: string
  readonly label: string
  readonly reason: boolean
  /** Preview of the server's rules to show first. */
  readonly preview?: string
  /** See `StateDef.only`. */
  readonly only?: 'staff' | 'rules'
  /** Can be undone. */
  readonly undo?: true
}

/**
 * An action besides transitions; `fields` is what it asks for, an empty `from` means every state.
 */
export interface ActionModel {
  readonly name: string
  readonly label: string
  readonly tone: Tone
  readonly from: readonly string[]
  readonly fields: readonly FieldModel[]
  readonly hint?: string
  readonly preview?: string
  /** Offered by a screen of its own. */
  readonly hidden?: true
  /** Needs a recent proof of who asks. */
  readonly stepUp?: true
  /** Can be undone. */
  readonly undo?: true
}

export interface DocumentModel {
  readonly name: string
  readonly label: string
}

export interface StateModel {
  readonly value: string
  readonly label: string
  readonly tone: Tone
  readonly final: boolean
}

/**
 * A field of another collection that points at this one; the tab `bookings` of a hotel is `{
 * collection: 'bookings', field: 'hotel' }`.
 */
export interface Relation {
  readonly collection: string
  readonly field: string
  readonly many: boolean
}

export interface ResourceModel {
  /** Permission key and name in code: `hotel`. */
  readonly entity: string
  /** API collection: `hotels`. */
  readonly collection: string
  /** Database table: `service_jobs`. */
  readonly table: string
  /** Screen paths; empty where the entity has no pages. */
  readonly path: string
  readonly createPath: string
  readonly label: { readonly one: string; readonly many: string }
  readonly title: string
  readonly subtitle?: string
  /**
   * The fields of the shape, in order, then `state` (kind `state`) where there is a lifecycle.
   * Standard fields are in `standardFields`.
   */
  readonly fields: readonly FieldModel[]
  readonly states: readonly StateModel[]
  readonly initial?: string
  readonly transitions: readonly Transition[]
  readonly actions: readonly ActionModel[]
  /** PDF documents of a record; absent without any. */
  readonly documents?: readonly DocumentModel[]
  readonly scope?: Scope
  /** Field sets in which live rows differ; single unique fields included. */
  readonly unique: readonly (readonly string[])[]
  /** No edits and no deleting; so too where `readOnly`, which also means no creating. */
  readonly appendOnly: boolean
  readonly readOnly: boolean
  readonly list: {
    readonly columns: readonly string[]
    readonly search: readonly string[]
    readonly filters: readonly string[]
    readonly sort: string
    readonly sortable: readonly string[]
    /** Ways to look at it besides the table; absent without any. */
    readonly layouts?: ListLayouts
  }
  readonly form: {
    readonly sections: readonly { readonly title: string; readonly fields: readonly string[] }[]
  }
  readonly detail: { readonly tabs: readonly Relation[] }
  /** Every field anywhere that points here. */
  readonly referredBy: readonly Relation[]
  readonly person?: PersonFields
  readonly grants?: string
  /** The flag that makes a role worth nothing to who has no second factor. */
  readonly requireTwoFactor?: string
  /** Fields that change only with a recent proof of who asks; absent without any. */
  readonly stepUp?: readonly string[]
  /** Records that point here and stand in its timeline; absent without any. */
  readonly timeline?: readonly Relation[]
  /** The field that holds the one person a record is assigned to. */
  readonly assignable?: string
  readonly nav: { readonly group: string; readonly icon: string }
  /** Numbers on the dashboard; the server's alone. */
  readonly metrics?: Readonly<Record<string, MetricDef>>
}

/** All resources by entity, in navigation order. */
export interface Model {
  readonly resources: readonly ResourceModel[]
}
