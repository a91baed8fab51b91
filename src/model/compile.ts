import { describeShape, type FieldModel } from '#schemas/define/describe.ts'
import { usesOf } from '#schemas/define/kinds.ts'
import type { ApprovalDef } from '#schemas/define/approvals.ts'
import type { DetailDef } from '#schemas/define/detail.ts'
import type { ListLayouts } from '#schemas/define/layouts.ts'
import type { QueueDef } from '#schemas/define/queues.ts'
import type { ActionDef, AnyResource, DocumentDef, StateDef } from '#schemas/define/resource.ts'
import { timelineLists } from '#schemas/define/timeline.ts'
import { words } from '#schemas/define/words.ts'
import { relationsFrom, sortableOf, stateField } from './derived.ts'
import { snake } from './columns.ts'
import { fieldOf } from './standard.ts'
import type {
  ActionModel,
  ApprovalModel,
  Model,
  Relation,
  ResourceModel,
  StateModel,
  TimelineRelation,
  Transition,
} from './types.ts'

const statesOf = (def: AnyResource): [string, StateDef][] =>
  Object.entries((def.states ?? {}) as Record<string, StateDef>)

const lifecycle = (def: AnyResource): { states: StateModel[]; transitions: Transition[] } => {
  const named = statesOf(def).filter(([name]) => name !== '*')
  const anywhere = statesOf(def).find(([name]) => name === '*')?.[1].to ?? {}
  const target = (name: string): StateDef | undefined => named.find(([n]) => n === name)?.[1]
  const states = named.map(([value, s]) => ({
    value,
    label: s.label ?? words(value),
    tone: s.tone ?? ('neutral' as const),
    final: s.final ?? false,
    ...(s.next === undefined ? {} : { next: s.next }),
  }))
  const transitions = named.flatMap(([from, s]) =>
    // The state's own transitions first: the first of them is the most common one.
    Object.entries({ ...s.to, ...(s.final ? {} : anywhere), ...s.to })
      .filter(([name]) => name !== from)
      .map(([name, label]) => ({
        from,
        name,
        label: label ?? words(name),
        reason: target(name)?.reason ?? false,
        ...(target(name)?.preview ? { preview: target(name)?.preview } : {}),
        ...(s.only?.[name] ? { only: s.only[name] } : {}),
        ...(target(name)?.undo ? { undo: true as const } : {}),
        ...(target(name)?.prominent === undefined ? {} : { prominent: target(name)?.prominent }),
      })),
  )
  return { states, transitions }
}

const actionsOf = (def: AnyResource): ActionModel[] =>
  Object.entries((def.actions ?? {}) as Record<string, ActionDef>).map(
    ([
      name,
      { label, tone = 'neutral', from = [], input, hint, preview, hidden, stepUp, undo, ...more },
    ]) => {
      const fields = input ? describeShape(input.shape) : []
      return {
        name,
        label,
        tone,
        from,
        fields,
        ...(fields.some((f) => f.kind === 'money') ? { amount: true as const } : {}),
        ...(hint ? { hint } : {}),
        ...(preview ? { preview } : {}),
        ...(hidden ? { hidden } : {}),
        ...(stepUp ? { stepUp } : {}),
        ...(undo ? { undo } : {}),
        ...(more.prominent === true || more.prominent?.length ? { prominent: more.prominent } : {}),
        ...(more.prefill ? { prefill: more.prefill } : {}),
        ...(more.while === undefined ? {} : { while: more.while }),
        ...(more.mails === undefined ? {} : { mails: more.mails }),
      }
    },
  )

const approvedKind = (def: AnyResource, name: string): ApprovalModel['on'] => {
  if (name.startsWith('transition.')) return 'transition'
  if (name.startsWith('bulk.')) return 'bulk'
  if (name === 'delete') return 'delete'
  return Object.hasOwn(def.actions ?? {}, name) ? 'action' : 'field'
}

const approvalsOf = (def: AnyResource): ApprovalModel[] =>
  Object.entries((def.approvals ?? {}) as Record<string, ApprovalDef>).map(
    ([name, { by, quorum, expires, when = {} }]) => ({
      name,
      on: approvedKind(def, name),
      by,
      quorum,
      hours: Number.parseFloat(expires),
      when: Object.entries(when).flatMap(([field, condition]) =>
        condition ? [{ name: field, ...condition }] : [],
      ),
    }),
  )

const defaultColumns = (title: string, fields: readonly FieldModel[]): string[] => {
  const plain = fields.filter(
    (f) =>
      f.name !== title &&
      f.name !== 'state' &&
      !f.hidden &&
      (usesOf(f).sortable || f.kind === 'tags'),
  )
  return [
    title,
    ...plain.slice(0, 5).map((f) => f.name),
    ...(fields.some((f) => f.name === 'state') ? ['state'] : []),
  ]
}

/** The field with tags is a column and a filter of its own accord. */
const withTags = (names: readonly string[], taggable: string | undefined): readonly string[] =>
  taggable === undefined || names.includes(taggable) ? names : [...names, taggable]

/** A list in groups can be grouped by tags too. */
const layoutsOf = (layouts: ListLayouts, taggable: string | undefined): ListLayouts =>
  layouts.group && taggable !== undefined && !layouts.group.by.includes(taggable)
    ? { ...layouts, group: { ...layouts.group, by: [...layouts.group.by, taggable] } }
    : layouts

/** Every field in the order of the shape; a proposed code last, since nobody types it. */
const defaultForm = (shape: readonly FieldModel[]): string[] => {
  const typed = shape.filter((f) => !f.derived && !f.hidden)
  return [...typed.filter((f) => !f.codePrefix), ...typed.filter((f) => f.codePrefix)].map(
    (f) => f.name,
  )
}

const listed = { related: 'related', payments: 'payment', messages: 'message' } as const

const timelineOf = (
  { timeline }: AnyResource,
  referredBy: readonly Relation[],
): TimelineRelation[] =>
  timelineLists.flatMap((list) =>
    (timeline?.[list] ?? []).flatMap((name: string): TimelineRelation[] => {
      const [collection = '', field, through] = name.split('.')
      const kind = listed[list]
      if (field !== undefined && through !== undefined) {
        return [{ kind, collection, field, through }]
      }
      const found = referredBy.find(
        (r) => r.collection === collection && (!field || r.field === field),
      )
      return found ? [{ kind, collection, field: found.field }] : []
    }),
  )

const listOf = (def: AnyResource, fields: readonly FieldModel[]): ResourceModel['list'] => {
  const columns = withTags(def.list?.columns ?? defaultColumns(def.title, fields), def.taggable)
  const kindOf = (name: string) => fieldOf({ fields }, name)?.kind
  return {
    columns,
    search: def.list?.search ?? [def.title],
    filters: withTags(
      def.list?.filters ??
        columns.filter((c) => ['state', 'enum', 'boolean', 'ref'].includes(kindOf(c) ?? '')),
      def.taggable,
    ),
    sort: def.list?.sort ?? '-createdAt',
    sortable: sortableOf(columns, fields),
    ...(def.list?.layouts ? { layouts: layoutsOf(def.list.layouts, def.taggable) } : {}),
    ...(def.list?.queues
      ? {
          queues: Object.entries(def.list.queues as Record<string, QueueDef>).map(
            ([name, queue]) => ({ name, ...queue }),
          ),
        }
      : {}),
  }
}

const compileResource = (
  def: AnyResource,
  everyRelation: readonly (Relation & { to: string })[],
): ResourceModel => {
  const { states, transitions } = lifecycle(def)
  const shape = describeShape(def.shape.shape).map((f) =>
    f.name === def.taggable ? { ...f, tagsOf: def.name } : f,
  )
  const fields: FieldModel[] = states.length ? [...shape, stateField(states)] : shape
  const referredBy = everyRelation
    .filter((r) => r.to === def.name)
    .map(({ collection, field, many }) => ({ collection, field, many }))
  const relations = (names: NonNullable<DetailDef['tabs']> = []): Relation[] =>
    names.flatMap((tab) => {
      const [collection, field] = (typeof tab === 'string' ? tab : tab.of).split('.')
      const own = typeof tab === 'string' ? {} : { label: tab.label }
      return referredBy
        .filter((r) => r.collection === collection && (!field || r.field === field))
        .slice(0, 1)
        .map((relation) => ({ ...relation, ...own }))
    })
  const tabs = relations(def.detail?.tabs)
  const timeline = timelineOf(def, referredBy)
  const sections = Object.entries(
    (def.form?.sections ?? { '': defaultForm(shape) }) as Record<string, readonly string[]>,
  )
  return {
    entity: def.permission,
    collection: def.name,
    table: snake(def.name),
    path: def.path,
    createPath: def.createPath,
    label: def.label,
    ...(def.tenantLabel ? { tenantLabel: def.tenantLabel } : {}),
    title: def.title,
    ...(def.subtitle ? { subtitle: def.subtitle } : {}),
    fields,
    states,
    ...(states[0] ? { initial: states[0].value } : {}),
    transitions,
    actions: actionsOf(def),
    ...(def.documents
      ? {
          documents: Object.entries(def.documents as Record<string, string | DocumentDef>).map(
            ([name, one]) => ({ name, ...(typeof one === 'string' ? { label: one } : one) }),
          ),
        }
      : {}),
    ...(def.scope ? { scope: def.scope } : {}),
    unique: [...shape.filter((f) => f.unique).map((f) => [f.name]), ...(def.unique ?? [])],
    appendOnly: Boolean(def.appendOnly ?? def.readOnly),
    ...(def.appendOnly === 'log' ? { log: true as const } : {}),
    readOnly: def.readOnly ?? false,
    list: listOf(def, fields),
    form: { sections: sections.map(([title, names]) => ({ title, fields: names })) },
    detail: { ...def.detail, tabs },
    referredBy,
    ...(def.person ? { person: def.person } : {}),
    ...(def.grants ? { grants: def.grants } : {}),
    ...(def.requireTwoFactor ? { requireTwoFactor: def.requireTwoFactor } : {}),
    ...(def.stepUp?.length ? { stepUp: def.stepUp } : {}),
    ...(timeline.length ? { timeline } : {}),
    ...(def.approvals ? { approvals: approvalsOf(def) } : {}),
    ...(def.assignable ? { assignable: def.assignable } : {}),
    ...(def.taggable ? { taggable: def.taggable } : {}),
    nav: def.nav ?? { group: 'More', icon: 'list' },
    ...(def.metrics ? { metrics: def.metrics } : {}),
    ...(def.worklists ? { worklists: def.worklists } : {}),
  }
}

/** Compiles the declarations to the pure model. Assumes `checkResources` found nothing. */
export const compileModel = (resources: Readonly<Record<string, AnyResource>>): Model => {
  const defs = Object.values(resources)
  const relations = defs.flatMap((def) => relationsFrom(def.name, describeShape(def.shape.shape)))
  return { resources: defs.map((def) => compileResource(def, relations)) }
}

/** Resource by collection; throws when there is none. */
export const byCollection = (model: Model, collection: string): ResourceModel => {
  const found = model.resources.find((r) => r.collection === collection)
  if (!found) throw new Error(`There is no collection "${collection}".`)
  return found
}
