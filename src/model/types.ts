/**
 * The compiled model: everything an entity file declares with every default filled in, as pure
 * data. Browser and server share the same model; it survives JSON.
 */
import type { FieldModel, Json, Option } from '#schemas/define/describe.ts'
import type { DetailDef } from '#schemas/define/detail.ts'
import type { MetricDef } from '#schemas/define/metrics.ts'
import type { WorklistDef } from '#schemas/define/worklists.ts'
import type { QueueDef } from '#schemas/define/queues.ts'
import type { ListLayouts } from '#schemas/define/layouts.ts'
import type { PersonFields, Scope } from '#schemas/define/resource.ts'
import type { Tone } from '#schemas/define/hints.ts'

export type { FieldModel, MetricDef, Json, ListLayouts, Option, Scope, Tone }

/** A part of a list that people work through; `name` is its value of the parameter `queue`. */
export interface QueueModel extends QueueDef {
  readonly name: string
}

/**
 * One transition out of a state. `name` is the target state, which also names the action and its
 * permission.
 */
export interface Transition {
  readonly from: string
  readonly name: string
  readonly label: string
  readonly reason: boolean
  /** Preview of the server's rules, shown before it is taken. */
  readonly preview?: string
  /** See `StateDef.only`. */
  readonly only?: 'staff' | 'rules'
  /** Can be undone. */
  readonly undo?: true
  /** The usual next step; see `StateDef.prominent`. */
  readonly prominent?: boolean
}

/** An action besides transitions; `fields` are its inputs, an empty `from` means every state. */
export interface ActionModel {
  readonly name: string
  readonly label: string
  readonly tone: Tone
  readonly from: readonly string[]
  /** Inputs of its dialog. Of the browser's model they are empty until `withInputs`. */
  readonly fields: readonly FieldModel[]
  /** One of its inputs is an amount of money. */
  readonly amount?: true
  readonly hint?: string
  readonly preview?: string
  /** The server computes the values its dialog starts with. */
  readonly prefill?: true
  /** Amount of the record that must be above zero. */
  readonly while?: string
  /** The document that it e-mails, or `true` for a mail without one. */
  readonly mails?: string | true
  /** Offered by its own screen. */
  readonly hidden?: true
  /** Needs a recent proof of the person's identity. */
  readonly stepUp?: true
  /** Can be undone. */
  readonly undo?: true
  /** Comes before other actions. */
  readonly prominent?: true | readonly string[]
}

/** A change that other people must approve first. */
export interface ApprovalModel {
  /** As declared: an action, `transition.<state>`, a field, `delete`, or `bulk.<change>`. */
  readonly name: string
  readonly on: 'action' | 'transition' | 'field' | 'delete' | 'bulk'
  /** Permission of approvers, without the entity. */
  readonly by: string
  readonly quorum: number
  readonly hours: number
  /** All must hold; empty = always. See `ApprovalCondition`. */
  readonly when: readonly {
    readonly name: string
    readonly over?: number
    readonly in?: readonly (string | boolean)[]
    readonly adds?: true
  }[]
}

export interface DocumentModel {
  readonly name: string
  readonly label: string
  /** Absent for a PDF. */
  readonly type?: 'csv'
}

export interface StateModel {
  /** Action offered at once after entering it. */
  readonly next?: string
  readonly value: string
  readonly label: string
  readonly tone: Tone
  readonly final: boolean
}

/**
 * A field of another collection that refers to this one; the tab `bookings` of a hotel is `{
 * collection: 'bookings', field: 'hotel' }`.
 */
export interface Relation {
  readonly collection: string
  readonly field: string
  readonly many: boolean
  /** Label of its tab; default the collection's name. */
  readonly label?: string
}

/** Records of another collection in a timeline. */
export interface TimelineRelation {
  readonly kind: 'related' | 'payment' | 'message'
  readonly collection: string
  readonly field: string
  /** `field` leads to a record whose field of this name refers to the one of the timeline. */
  readonly through?: string
}

export interface ResourceModel {
  /** Permission key and name in code: `hotel`. */
  readonly entity: string
  /** API collection: `hotels`. */
  readonly collection: string
  /** Database table: `service_jobs`. */
  readonly table: string
  /** Screen paths; empty if the entity has no pages. */
  readonly path: string
  readonly createPath: string
  readonly label: { readonly one: string; readonly many: string }
  /** In the words of people of a tenant; of the browser's model it is in `tenantWordsOf`. */
  readonly tenantLabel?: { readonly one: string; readonly many: string }
  readonly title: string
  readonly subtitle?: string
  /**
   * The fields of the shape, in order, then `state` (kind `state`) if there is a lifecycle.
   * Standard fields are in `standardFields`.
   */
  readonly fields: readonly FieldModel[]
  readonly states: readonly StateModel[]
  readonly initial?: string
  readonly transitions: readonly Transition[]
  readonly actions: readonly ActionModel[]
  /** Documents of a record; absent if there are none. */
  readonly documents?: readonly DocumentModel[]
  readonly scope?: Scope
  /** Field sets that are unique among live rows; includes single unique fields. */
  readonly unique: readonly (readonly string[])[]
  /** Rows cannot be edited or deleted; also set for `readOnly`, which forbids creating too. */
  readonly appendOnly: boolean
  /** Rows say what happened; an undo leaves those that its operation caused. */
  readonly log?: true
  readonly readOnly: boolean
  readonly list: {
    readonly columns: readonly string[]
    readonly search: readonly string[]
    readonly filters: readonly string[]
    readonly sort: string
    readonly sortable: readonly string[]
    /** Declared layouts besides the table; `layoutsOf` adds those that the fields allow. */
    readonly layouts?: ListLayouts
    /** It has no layouts but its table. */
    readonly onlyTable?: true
    /** Tabs before those of the states; absent if there are none. */
    readonly queues?: readonly QueueModel[]
  }
  readonly form: {
    readonly sections: readonly { readonly title: string; readonly fields: readonly string[] }[]
  }
  /** Only what is declared: the page of a record fills in the defaults. */
  readonly detail: Omit<DetailDef, 'tabs'> & { readonly tabs: readonly Relation[] }
  /** Every field in any collection that refers to this one. */
  readonly referredBy: readonly Relation[]
  readonly person?: PersonFields
  readonly grants?: string
  /** The flag that disables a role for people without a second factor. */
  readonly requireTwoFactor?: string
  /** Fields that require a recent proof of identity to change; absent if there are none. */
  readonly stepUp?: readonly string[]
  /** Referring records shown in its timeline; absent if there are none. */
  readonly timeline?: readonly TimelineRelation[]
  /** Changes that need an approval; absent if there are none. */
  readonly approvals?: readonly ApprovalModel[]
  /** The field with the one person a record is assigned to. */
  readonly assignable?: string
  /** The field with a record's tags. */
  readonly taggable?: string
  readonly nav: { readonly group: string; readonly icon: string }
  /** Numbers on the dashboard; server only. */
  readonly metrics?: Readonly<Record<string, MetricDef>>
  /** Records that wait for somebody; server only. */
  readonly worklists?: Readonly<Record<string, WorklistDef>>
}

/** All resources by entity, in navigation order. */
export interface Model {
  readonly resources: readonly ResourceModel[]
}
