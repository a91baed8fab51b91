// Compiled, never run: every line is a type assertion.
import * as z from 'zod'
import {
  day,
  defineResource,
  defineResources,
  money,
  ref,
  refs,
  tags,
  text,
  ui,
  type Row,
} from '#schemas/define/index.ts'
import type { hotel } from '#schemas/hotel.ts'

const base = {
  permission: 'thing',
  label: { one: 'Thing', many: 'Things' },
  title: 'name',
} as const
const shape = z.object({ name: text(), parent: ref('things').optional() })

/* hints */
export const spelt = z.string().register(ui, { label: 'Name' })
// @ts-expect-error a misspelt hint
export const misspelt = z.string().register(ui, { labl: 'Name' })
// @ts-expect-error not a kind
export const unkind = z.string().register(ui, { kind: 'txt' })
// @ts-expect-error a misspelt hint of a maker
export const made = text(10, { lable: 'Name' })

/* references */
const thing = defineResource({ ...base, name: 'things', shape })
const lost = defineResource({
  ...base,
  name: 'lost',
  permission: 'lost',
  shape: z.object({ name: text(), owner: ref('nobodies'), others: refs('somebodies') }),
})
export const whole = defineResources({ thing })
// @ts-expect-error references to collections that do not exist
export const dangling = defineResources({ thing, lost })

/* timelines */
const part = defineResource({
  ...base,
  name: 'parts',
  permission: 'part',
  shape: z.object({ name: text(), thing: ref('things'), spare: refs('things') }),
})
const screw = defineResource({
  ...base,
  name: 'screws',
  permission: 'screw',
  shape: z.object({ name: text(), part: ref('parts') }),
})
export const lined = defineResources({
  part,
  screw,
  thing: defineResource({
    ...base,
    name: 'things',
    shape,
    timeline: { related: ['parts.thing', 'parts.spare'], messages: ['screws.part.thing'] },
  }),
})
const misled = defineResource({
  ...base,
  name: 'things',
  shape,
  timeline: { related: ['screws'] },
})
// @ts-expect-error a collection of a timeline refers to the entity
export const unrelated = defineResources({ part, screw, thing: misled })
const misnamed = defineResource({
  ...base,
  name: 'things',
  shape,
  timeline: { payments: ['parts.name'] },
})
// @ts-expect-error a field of a timeline is a reference to the entity
export const unpaid = defineResources({ part, screw, thing: misnamed })
const misdirected = defineResource({
  ...base,
  name: 'things',
  shape,
  timeline: { messages: ['screws.part.name'] },
})
// @ts-expect-error the path of a timeline ends at the entity
export const unsent = defineResources({ part, screw, thing: misdirected })

type HotelVendor = Row<typeof hotel>['vendor']
// @ts-expect-error a reference is branded, not any text
export const plain: HotelVendor = '018f0000-0000-7000-8000-000000000001'

/* names of fields on screens */
// @ts-expect-error the title is a field
export const untitled = defineResource({ ...base, title: 'nam', name: 'things', shape })
// @ts-expect-error a column is a field
export const column = defineResource({ ...base, name: 'things', shape, list: { columns: ['nam'] } })
export const filter = defineResource({
  ...base,
  name: 'things',
  shape,
  // @ts-expect-error a filter is a field
  list: { columns: ['name'], filters: ['nam'] },
})
export const sort = defineResource({
  ...base,
  name: 'things',
  shape,
  // @ts-expect-error sorted by a column
  list: { columns: ['name'], sort: 'nam' },
})
export const section = defineResource({
  ...base,
  name: 'things',
  shape,
  // @ts-expect-error a section lists fields
  form: { sections: { Basics: ['nam'] } },
})
// @ts-expect-error a path starts with a slash
export const path = defineResource({ ...base, name: 'things', shape, path: 'things' })
export const state = defineResource({
  ...base,
  name: 'things',
  shape,
  // @ts-expect-error a transition leads to a state
  states: { draft: { to: { lve: 'Publish' } }, live: {} },
})

/* approvals */
const lively = {
  ...base,
  name: 'things',
  shape,
  states: { open: { to: { shut: 'Shut' } }, shut: { final: true } },
  actions: { pay: { label: 'Pay', input: z.object({ amount: z.int() }) } },
} as const
const policy = { quorum: 1, expires: '72h' } as const
export const approved = defineResource({
  ...lively,
  approvals: {
    pay: { ...policy, by: 'approve', when: { amount: { over: 100 } } },
    'transition.shut': { ...policy, by: 'transition.shut' },
    name: { ...policy, by: 'pay' },
    delete: { ...policy, by: 'purge', when: { name: { in: ['Dune'] } } },
    'bulk.delete': { ...policy, by: 'approve', when: { rows: { over: 100 } } },
    'bulk.pay': { ...policy, by: 'approve' },
    'bulk.transition.shut': { ...policy, by: 'approve' },
  },
})
export const unknownBulk = defineResource({
  ...lively,
  // @ts-expect-error no such change of many records
  approvals: { 'bulk.pya': { ...policy, by: 'approve' } },
})
export const unknownRows = defineResource({
  ...lively,
  // @ts-expect-error of a bulk, only the number of its records is known
  approvals: { 'bulk.delete': { ...policy, by: 'approve', when: { name: { over: 1 } } } },
})
export const unknownAction = defineResource({
  ...lively,
  // @ts-expect-error neither an action nor a field
  approvals: { pya: { ...policy, by: 'approve' } },
})
export const unknownState = defineResource({
  ...lively,
  // @ts-expect-error no such state
  approvals: { 'transition.shutt': { ...policy, by: 'approve' } },
})
export const unknownApprovers = defineResource({
  ...lively,
  // @ts-expect-error no such permission
  approvals: { pay: { ...policy, by: 'aprove' } },
})
export const unknownCondition = defineResource({
  ...lively,
  // @ts-expect-error neither an input of the action nor a field
  approvals: { pay: { ...policy, by: 'approve', when: { amuont: { over: 100 } } } },
})
export const crowded = defineResource({
  ...lively,
  // @ts-expect-error at most five people
  approvals: { pay: { quorum: 6, expires: '72h', by: 'approve' } },
})

/* undo, assignment, tags, sensitive fields */
const kept = z.object({
  name: text(),
  person: ref('things').optional(),
  words: tags(),
  phone: text(20, { sensitive: true }).optional(),
})
export const declared = defineResource({
  ...base,
  name: 'things',
  shape: kept,
  states: { open: { to: { shut: 'Shut' } }, shut: { to: { open: 'Open' }, undo: true } },
  actions: { call: { label: 'Call', undo: true }, write: { label: 'Write', outside: 'mail' } },
  assignable: 'person',
  taggable: 'words',
})
export const undone = defineResource({
  ...base,
  name: 'things',
  shape: kept,
  // @ts-expect-error an action can be undone, or says nothing
  actions: { call: { label: 'Call', undo: 'always' } },
})
export const undoneState = defineResource({
  ...base,
  name: 'things',
  shape: kept,
  // @ts-expect-error a transition can be undone, or says nothing
  states: { open: { to: { shut: 'Shut' } }, shut: { final: true, undo: false } },
})
export const posted = defineResource({
  ...base,
  name: 'things',
  shape: kept,
  // @ts-expect-error neither mail nor money
  actions: { write: { label: 'Write', outside: 'post' } },
})
// @ts-expect-error no such field to assign by
export const unassigned = defineResource({ ...base, name: 'a', shape: kept, assignable: 'persn' })
// @ts-expect-error no such field of tags
export const untagged = defineResource({ ...base, name: 'a', shape: kept, taggable: 'wrds' })
// @ts-expect-error sensitive or not
export const secretive = text(20, { sensitive: 'yes' })

/* the page of a record */
const held = z.object({ name: text(), from: day(), until: day(), fine: money(), paid: money() })
const states = { open: { to: { closed: 'Close' } }, closed: { final: true } } as const
export const page = defineResource({
  ...base,
  name: 'things',
  shape: held,
  states,
  detail: {
    summary: ['name', { from: 'from', to: 'until' }, { next: 'until', in: ['open'] }],
    strip: ['fine', { label: 'Due', of: 'fine', less: 'paid' }, { done: 'paid', of: 'fine' }],
    facts: { Loan: ['from', 'until'] },
    aside: { Money: ['paid'] },
    hide: ['name'],
  },
})
export const said = defineResource({
  ...base,
  name: 'things',
  shape: held,
  // @ts-expect-error the summary names fields
  detail: { summary: ['nam'] },
})
export const range = defineResource({
  ...base,
  name: 'things',
  shape: held,
  // @ts-expect-error a range names fields
  detail: { summary: [{ from: 'from', to: 'til' }] },
})
export const nextUp = defineResource({
  ...base,
  name: 'things',
  shape: held,
  states,
  // @ts-expect-error what is next depends on states of the lifecycle
  detail: { summary: [{ next: 'until', in: ['opn'] }] },
})
// @ts-expect-error the strip names fields
export const strip = defineResource({ ...base, name: 'a', shape: held, detail: { strip: ['fin'] } })
export const rest = defineResource({
  ...base,
  name: 'things',
  shape: held,
  // @ts-expect-error what is left is computed from fields
  detail: { strip: [{ label: 'Due', of: 'fine', less: 'pid' }] },
})
export const facts = defineResource({
  ...base,
  name: 'things',
  shape: held,
  // @ts-expect-error a card lists fields
  detail: { facts: { Loan: ['frm'] } },
})
export const aside = defineResource({
  ...base,
  name: 'things',
  shape: held,
  // @ts-expect-error a card beside the facts lists fields
  detail: { aside: { Money: ['pid'] } },
})
// @ts-expect-error a hidden field is a field
export const hidden = defineResource({ ...base, name: 'a', shape: held, detail: { hide: ['nam'] } })

/* worklists */
const waits = {
  ...base,
  name: 'things',
  shape: z.object({ name: text(), on: day() }),
  states: { open: { to: { shut: 'Shut' } }, shut: { final: true } },
} as const
const worklist = { label: 'Open things', can: 'transition.shut' } as const
export const waiting = defineResource({
  ...waits,
  worklists: { open: { ...worklist, where: { state: 'open' }, due: { at: 'on' }, title: 'name' } },
})
export const cannot = defineResource({
  ...waits,
  // @ts-expect-error a misspelt permission
  worklists: { open: { ...worklist, can: 'transition.shutt' } },
})
export const nowhere = defineResource({
  ...waits,
  // @ts-expect-error a misspelt state
  worklists: { open: { ...worklist, where: { state: 'opn' } } },
})
export const never = defineResource({
  ...waits,
  // @ts-expect-error a misspelt field
  worklists: { open: { ...worklist, due: { at: 'onn' } } },
})
