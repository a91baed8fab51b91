// Compiled, never run: every line is a type assertion.
import type { hotel } from '#schemas/hotel.ts'
import type { subscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { vendor } from '#schemas/vendor.ts'
import type { Change, EntityRules, RuleContext, Rules, RuleValues } from '#server/rules/types.ts'

export const right: EntityRules<typeof hotel> = {
  derive: (row): RuleValues<typeof hotel> => ({ name: row.name.trim(), state: 'draft' }),
  async beforeWrite({ before, after, changed }, context) {
    if (!before || !changed.has('roomTypes')) return
    const vendor = await context.load('vendors', before.vendor)
    if (vendor?.state === 'approved' && after?.deletedAt === null) await context.lockName('x')
  },
  guards: { published: (row) => void row.roomTypes.map((type) => type.rooms) },
  onTransition: { archived: () => ({ description: null }) },
  previews: { rooms: { needs: ['roomTypes', 'vendor.state'], run: (row) => row.roomTypes } },
  scheduled: [{ from: ['suspended'], to: 'archived', due: 'updatedAt' }],
}

/* names of states */
// @ts-expect-error a guard is of a state
export const guard: EntityRules<typeof hotel> = { guards: { publishd() {} } }
// @ts-expect-error a transition leads to a state
export const transition: EntityRules<typeof hotel> = { onTransition: { publishd: () => ({}) } }
export const scheduled: EntityRules<typeof hotel>['scheduled'] = [
  // @ts-expect-error scheduled from a state
  { from: ['drft'], to: 'archived', due: 'updatedAt' },
  // @ts-expect-error scheduled to a state
  { from: ['draft'], to: 'archved', due: 'updatedAt' },
  // @ts-expect-error due at a field
  { from: ['draft'], to: 'archived', due: 'holdUntl' },
]

/* names of actions, of their input, and of documents */
export const taken: EntityRules<typeof vendor> = {
  actions: { acceptDocument: (_row, { document }) => ({ result: document }) },
}
// @ts-expect-error no such action
export const action: EntityRules<typeof vendor> = { actions: { acceptDocumnt() {} } }
export const input: EntityRules<typeof vendor> = {
  // @ts-expect-error the action does not ask for it
  actions: { acceptDocument: (_row, { documnt }) => ({ result: documnt }) },
}
const pdf = () => ({ fileName: '', bytes: new Uint8Array() })
// @ts-expect-error no such document
export const document: EntityRules<typeof subscriptionInvoice> = { documents: { documnt: pdf } }

/* names of fields */
export const field = (change: Change<typeof hotel>): unknown => [
  // @ts-expect-error not a field of the record before
  change.before?.nam,
  // @ts-expect-error not a field of the record after
  change.after?.stat,
  // @ts-expect-error not a field that may change
  change.changed.has('nam'),
]
// @ts-expect-error not a field to write
export const value: RuleValues<typeof hotel> = { nam: 'Alvor' }
// @ts-expect-error not a value of the field
export const kind: RuleValues<typeof hotel> = { stars: 'four' }
// @ts-expect-error not a state to write
export const written: RuleValues<typeof hotel> = { state: 'live' }
type Needs = NonNullable<EntityRules<typeof hotel>['previews']>[string]['needs']
// @ts-expect-error a preview is computed from fields
export const needs: Needs = ['roomTyps']
// @ts-expect-error a preview is computed from fields of referenced records
export const referred: Needs = ['vendor.stat']
// @ts-expect-error only fields are kept out of the audit
export const redact: EntityRules<typeof hotel> = { redact: () => ['nam'] }

/* other records */
export const others = async (context: RuleContext): Promise<unknown> => [
  (await context.load('hotels', ''))?.roomTypes,
  // @ts-expect-error no such collection
  context.load('hotls', ''),
  // @ts-expect-error no such collection to lock
  context.lock('hotls', ''),
  // @ts-expect-error not a field of that collection
  (await context.load('hotels', ''))?.nam,
  // @ts-expect-error not a field of that collection to write
  context.others.update('hotels', '', { nam: 'Alvor' }),
  // @ts-expect-error not a state of that collection
  context.others.transition('hotels', '', 'live'),
]

// @ts-expect-error no such entity
export const book: Rules = { hotl: {} }
