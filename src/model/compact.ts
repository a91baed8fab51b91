/** The model on its way to the browser: without labels that are the words of a name, without what is usual, without what the rest tells. */
import { words } from '#schemas/define/words.ts'
import { relationsFrom, snake, sortableOf, stateField } from './derived.ts'
import type { FieldModel, Model, Option, ResourceModel, StateModel } from './types.ts'

type Data = Record<string, unknown>

/** Leaves out members that are what is usual. */
const without = (value: object, usual: Data): Data => Object.fromEntries(Object.entries(value).filter(([name, v]) => usual[name] !== v))

const smallOption = (o: Option): Data => without(o, { label: words(o.value), tone: 'neutral' })
const fullOption = (o: Data): Option => ({ label: words(String(o.value)), tone: 'neutral', ...o }) as Option

const smallField = (f: FieldModel): Data => ({
  ...without(f, { required: false, label: words(f.name) }),
  ...(f.options ? { options: f.options.map(smallOption) } : {}),
  ...(f.fields ? { fields: f.fields.map(smallField) } : {}),
  ...(f.variants ? { variants: f.variants.map((v) => ({ ...v, fields: v.fields.map(smallField) })) } : {}),
})
const fullField = (f: Data): FieldModel => ({
  required: false, label: words(String(f.name)), ...f,
  ...(f.options ? { options: (f.options as Data[]).map(fullOption) } : {}),
  ...(f.fields ? { fields: (f.fields as Data[]).map(fullField) } : {}),
  ...(f.variants ? { variants: (f.variants as Data[]).map((v) => ({ ...v, fields: (v.fields as Data[]).map(fullField) })) } : {}),
}) as FieldModel

const isOwn = (f: FieldModel) => f.kind !== 'state'
const alone = (fields: readonly FieldModel[]): string[][] => fields.filter((f) => f.unique).map((f) => [f.name])

const but = (value: object, names: readonly string[]): Data => Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

const small = ({ fields, states, transitions, actions, unique, list, ...rest }: ResourceModel): Data => ({
  ...without(but(rest, ['table', 'referredBy', 'initial', 'figures']), { appendOnly: false, readOnly: false }),
  list: but(list, ['sortable']),
  fields: fields.filter(isOwn).map(smallField),
  states: states.map((s) => without(s, { label: words(s.value), tone: 'neutral', final: false })),
  transitions: transitions.map((w) => without(w, { label: words(w.name), reason: false })),
  actions: actions.map((a) => ({ ...a, fields: a.fields.map(smallField) })),
  unique: unique.slice(alone(fields).length),
})

/** What `expand` makes the model of again; survives JSON. */
export const compact = (model: Model): unknown => model.resources.map(small)

const full = (r: Data): ResourceModel => {
  const states = (r.states as Data[]).map((s) => ({ final: false, ...fullOption(s) })) as unknown as StateModel[]
  const own = (r.fields as Data[]).map(fullField)
  const fields = states.length ? [...own, stateField(states)] : own
  const list = r.list as ResourceModel['list']
  return {
    appendOnly: false, readOnly: false, ...r, table: snake(String(r.collection)), fields, states,
    ...(states[0] ? { initial: states[0].value } : {}),
    transitions: (r.transitions as Data[]).map((w) => ({ label: words(String(w.name)), reason: false, ...w })),
    actions: (r.actions as Data[]).map((a) => ({ ...a, fields: (a.fields as Data[]).map(fullField) })),
    unique: [...alone(own), ...(r.unique as string[][])],
    list: { ...list, sortable: sortableOf(list.columns, fields) },
  } as unknown as ResourceModel
}

/** The whole model again. */
export const expand = (data: unknown): Model => {
  const bare = (data as Data[]).map(full)
  const relations = bare.flatMap((r) => relationsFrom(r.collection, r.fields))
  return { resources: bare.map((r) => ({ ...r, referredBy: relations.filter((x) => x.to === r.collection).map(({ collection, field, many }) => ({ collection, field, many })) })) }
}
