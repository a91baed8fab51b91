/**
 * Compacts the model for the browser: omits labels derivable from names, default values and
 * derivable members.
 */
import { own } from '#schemas/define/own.ts'
import { words } from '#schemas/define/words.ts'
import { relationsFrom, sortableOf, stateField } from './derived.ts'
import { snake } from './columns.ts'
import type {
  ActionModel,
  FieldModel,
  Model,
  Option,
  Relation,
  ResourceModel,
  StateModel,
} from './types.ts'

type Data = Record<string, unknown>

/** Omits members with default values. */
const without = (value: object, usual: Data): Data =>
  Object.fromEntries(Object.entries(value).filter(([name, v]) => usual[name] !== v))

const but = (value: object, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

const smallOption = (o: Option): Data => without(o, { label: words(o.value), tone: 'neutral' })
const fullOption = (o: Data): Option =>
  ({ label: words(String(o.value)), tone: 'neutral', ...o }) as Option

/** A field as `name kind`, with `!` if required, and its other members. */
type SmallField = string | readonly [head: string, more: Data]

const smallInput = ({ name, kind, required, ...rest }: FieldModel): SmallField => {
  const more = {
    ...without(rest, { label: words(name) }),
    ...(rest.options ? { options: rest.options.map(smallOption) } : {}),
    ...(rest.fields ? { fields: rest.fields.map(smallInput) } : {}),
    ...(rest.variants
      ? { variants: rest.variants.map((v) => ({ ...v, fields: v.fields.map(smallInput) })) }
      : {}),
  }
  const head = `${name} ${kind}${required ? '!' : ''}`
  return Object.keys(more).length ? [head, more] : head
}
/** A field of an entity: its hint loads with the first input. */
const smallField = (field: FieldModel): SmallField => smallInput(unhinted(field))
const unhinted = ({ hint: _, ...field }: FieldModel): FieldModel => ({
  ...field,
  ...(field.fields ? { fields: field.fields.map(unhinted) } : {}),
  ...(field.variants
    ? { variants: field.variants.map((v) => ({ ...v, fields: v.fields.map(unhinted) })) }
    : {}),
})
const fullField = (small: SmallField): FieldModel => {
  const [head, more] = typeof small === 'string' ? [small, {} as Data] : small
  const [name = '', kind = ''] = head.split(/[ !]/)
  return {
    name,
    kind,
    required: head.endsWith('!'),
    label: words(name),
    ...more,
    ...(more.options ? { options: (more.options as Data[]).map(fullOption) } : {}),
    ...(more.fields ? { fields: (more.fields as SmallField[]).map(fullField) } : {}),
    ...(more.variants
      ? {
          variants: (more.variants as Data[]).map((v) => ({
            ...v,
            fields: (v.fields as SmallField[]).map(fullField),
          })),
        }
      : {}),
  } as FieldModel
}

/** Names as their places in a list, which compress better than the repeated names. */
type Places = readonly (number | string)[]
const placesOf = (names: readonly string[], all: readonly string[]): Places =>
  names.map((name) => (all.includes(name) ? all.indexOf(name) : name))
const namesAt = (places: Places, all: readonly string[]): string[] =>
  places.map((place) => (typeof place === 'number' ? all[place]! : place))

// The inputs of its dialog load with the first of them.
const smallAction = ({ fields: _, from, ...rest }: ActionModel, states: string[]): Data => ({
  ...without(rest, { label: words(rest.name), tone: 'neutral' }),
  ...(from.length ? { from: placesOf(from, states) } : {}),
})
const fullAction = ({ from = [], ...small }: Data, states: string[]): ActionModel =>
  ({
    name: String(small.name),
    label: words(String(small.name)),
    tone: 'neutral',
    from: namesAt(from as Places, states),
    fields: [],
    ...small,
  }) as ActionModel

const isOwn = (f: FieldModel) => f.kind !== 'state'
const alone = (fields: readonly FieldModel[]): string[][] =>
  fields.filter((f) => f.unique).map((f) => [f.name])

const namesOf = (fields: readonly FieldModel[]): string[] => fields.map((f) => f.name)

const smallForm = ({ form, fields }: Pick<ResourceModel, 'form' | 'fields'>): unknown =>
  form.sections.map((s) => [s.title, ...placesOf(s.fields, namesOf(fields))])
const fullForm = (form: unknown, names: readonly string[]): ResourceModel['form'] => ({
  sections: (form as (readonly [string, ...Places])[]).map(([title, ...places]) => ({
    title,
    fields: namesAt(places, names),
  })),
})

/** Members of a list that name fields. */
const named = ['columns', 'search', 'filters'] as const

const smallList = ({ list, fields }: Pick<ResourceModel, 'list' | 'fields'>): Data => ({
  ...but(list, ['sortable']),
  ...Object.fromEntries(named.map((part) => [part, placesOf(list[part], namesOf(fields))])),
})
const fullList = (small: Data, fields: readonly FieldModel[]): ResourceModel['list'] => {
  const names = namesOf(fields)
  const parts = named.map((part) => [part, namesAt(small[part] as Places, names)])
  const list = { ...small, ...Object.fromEntries(parts) } as ResourceModel['list']
  return { ...list, sortable: sortableOf(list.columns, fields) }
}

/** A tab as `collection field`, with `!` if it refers to many, and its label. */
const smallTab = ({ collection, field, many, label }: Relation): string[] => [
  `${collection} ${field}${many ? '!' : ''}`,
  ...(label === undefined ? [] : [label]),
]
const fullTab = ([head = '', label]: string[]): Relation => {
  const [collection = '', field = ''] = head.split(/[ !]/)
  const many = head.endsWith('!')
  return { collection, field, many, ...(label === undefined ? {} : { label }) }
}

/** Members that are empty in most resources. */
const lists = ['states', 'transitions', 'actions', 'unique'] as const
const usualCollection = (entity: string): string =>
  `${entity.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}s`
const usualLabel = (one: string): ResourceModel['label'] => ({ one, many: `${one}s` })

// Server-only members stay there: metrics, worklists, timelines and row scopes. Layouts load with their page.
const small = ({
  fields,
  states,
  transitions,
  actions,
  unique,
  list,
  label,
  createPath,
  ...rest
}: ResourceModel): Data => {
  const values = states.map((s) => s.value)
  const all: Record<(typeof lists)[number], readonly unknown[]> = {
    states: states.map((s) => without(s, { label: words(s.value), tone: 'neutral', final: false })),
    transitions: transitions.map(({ from, name, ...w }) => [
      ...placesOf([from, name], values),
      without(w, { label: words(name), reason: false }),
    ]),
    actions: actions.map((action) => smallAction(action, values)),
    unique: unique.slice(alone(fields).length),
  }
  return {
    ...without(
      but(rest, [
        'table',
        'tenantLabel',
        'referredBy',
        'initial',
        'metrics',
        'worklists',
        'scope',
        'timeline',
      ]),
      {
        collection: usualCollection(rest.entity),
        path: `/${rest.collection}`,
        appendOnly: false,
        readOnly: false,
      },
    ),
    ...(createPath === `${rest.path}/new` ? {} : { createPath }),
    label: without(label, { ...usualLabel(label.one), one: words(rest.entity) }),
    list: smallList({ list, fields }),
    form: smallForm({ form: rest.form, fields }),
    detail: rest.detail.tabs.map(smallTab),
    fields: fields.filter(isOwn).map(smallField),
    ...Object.fromEntries(
      lists.filter((name) => all[name].length).map((name) => [name, all[name]]),
    ),
  }
}

/** The compact form that `expand` restores; survives JSON. */
export const compact = (model: Model): unknown => model.resources.map(small)

/** Inputs of actions, by collection and name, in their compact form. */
export type Inputs = Readonly<Record<string, Readonly<Record<string, readonly SmallField[]>>>>

/** By name, without those that have nothing. */
export const filled = <T extends object>(
  entries: readonly (readonly [string, T])[],
): Record<string, T> =>
  Object.fromEntries(entries.filter(([, value]) => Object.keys(value).length > 0))

/** The inputs of all actions. */
export const inputsOf = ({ resources }: Model): Inputs =>
  filled(
    resources.map(({ collection, actions }) => [
      collection,
      filled(actions.map(({ name, fields }) => [name, fields.map(smallInput)])),
    ]),
  )

/** The inputs of an action. */
export const inputsIn = (
  inputs: Inputs,
  { collection }: Pick<ResourceModel, 'collection'>,
  { name }: Pick<ActionModel, 'name'>,
): FieldModel[] => (own(own(inputs, collection) ?? {}, name) ?? []).map(fullField)

const full = (given: Data): ResourceModel => {
  const collection = given.collection ?? usualCollection(String(given.entity))
  const usual = { collection, path: `/${String(collection)}` }
  const r = { ...Object.fromEntries(lists.map((name) => [name, []])), ...usual, ...given } as Data
  const states = (r.states as Data[]).map((s) => ({
    final: false,
    ...fullOption(s),
  })) as StateModel[]
  const own = (r.fields as SmallField[]).map(fullField)
  const fields = states.length ? [...own, stateField(states)] : own
  const one = words(String(r.entity))
  const label = { one, ...(r.label as Partial<ResourceModel['label']>) }
  return {
    appendOnly: false,
    readOnly: false,
    createPath: `${String(r.path)}/new`,
    ...r,
    table: snake(String(r.collection)),
    fields,
    states,
    label: { ...usualLabel(label.one), ...label },
    ...(states[0] ? { initial: states[0].value } : {}),
    transitions: (r.transitions as (readonly [number, number, Data])[]).map(([from, to, more]) => {
      const name = states[to]!.value
      return { label: words(name), reason: false, from: states[from]?.value ?? '', name, ...more }
    }),
    form: fullForm(r.form, namesOf(fields)),
    detail: { tabs: (r.detail as string[][]).map(fullTab) },
    actions: (r.actions as Data[]).map((action) =>
      fullAction(
        action,
        states.map((s) => s.value),
      ),
    ),
    unique: [...alone(own), ...(r.unique as string[][])],
    list: fullList(r.list as Data, fields),
  } as unknown as ResourceModel
}

/** Restores the full model. */
export const expand = (data: unknown): Model => {
  const bare = (data as Data[]).map(full)
  const relations = bare.flatMap((r) => relationsFrom(r.collection, r.fields))
  return {
    resources: bare.map((r) => ({
      ...r,
      referredBy: relations
        .filter((x) => x.to === r.collection)
        .map(({ collection, field, many }) => ({ collection, field, many })),
    })),
  }
}
