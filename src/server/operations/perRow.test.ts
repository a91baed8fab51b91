/** Bulks of records that differ: fields that apply to some only (`when`), and rules by record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choice, defineResource, defineResources, int, text, z } from '#schemas/define/index.ts'
import type { Json } from '#model/types.ts'
import { libraryResources } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import { Problem } from '../base/problem.ts'
import type { Change, RuleBook } from '../store/write/rules.ts'
import { bulkRequest } from './body.ts'
import { applyBulk, planBulk } from './bulk.ts'
import type { OperationParts } from './types.ts'
import { undo } from './undo.ts'

const resources = defineResources({
  ...libraryResources,
  lesson: defineResource({
    name: 'lessons',
    permission: 'lesson',
    label: { one: 'Lesson', many: 'Lessons' },
    title: 'name',
    shape: z.object({
      name: text(80),
      pricing: choice(['fixed', 'hourly', 'quote']).default('fixed'),
      price: int(0, 1000, { when: { field: 'pricing', is: ['fixed', 'hourly'] } }).optional(),
    }),
    list: { columns: ['name', 'pricing', 'price'] },
  }),
})

const isDear = ({ after }: Change): boolean => after?.name === 'old' && Number(after.price) > 100
const none: RuleBook = {}
const byRecord: RuleBook = {
  lesson: {
    beforeWrite(change) {
      if (isDear(change)) throw new Problem(409, 'frozen', 'Old lessons stay cheap.')
    },
  },
}

describe.each([
  ['in one statement', none],
  ['one by one, with a rule', byRecord],
])('bulk rows written %s', (_, rules) => {
  let b: Bench
  let me: Access
  let parts: OperationParts
  beforeAll(async () => {
    b = await openBench(resources, rules)
    const person = await b.writer.create(
      b.of('member'),
      { name: 'M', email: 'm@example.com' },
      { ...b.as(), set: { state: 'active' } },
    )
    me = compileAccess(b.model, {
      kind: 'person',
      accountId: 'account',
      personId: person.id,
      name: 'M',
      tenant: null,
      roleIds: [],
      grants: [{ allow: ['*'], deny: [] }],
    })
    parts = {
      db: b.db,
      model: b.model,
      resources,
      writer: b.writer,
      accessFor: () => me,
      enqueue: () => Promise.resolve(''),
    }
  }, 120_000)
  afterAll(() => b?.db.close())

  const lessons = () => b.of('lesson')
  const make = async (values: Record<string, Json>): Promise<string> =>
    (await b.writer.create(lessons(), { name: 'new', ...values }, b.as())).id
  const bulk = async (ids: readonly string[], patch: Record<string, Json>) => {
    const body = { ids, do: { patch } }
    const request = (more: object) => bulkRequest(b.model, lessons(), me, { ...body, ...more })
    const plan = await planBulk(parts, lessons(), request({ dryRun: true }), me)
    const { operationId } = await b.db.transaction((tx) =>
      applyBulk(parts, tx, lessons(), request({ planHash: plan.planHash }), me),
    )
    const { rows } = await b.db.query<{ id: string; outcome: string; code: string | null }>(
      'SELECT record_id AS id, outcome, code FROM operation_rows WHERE operation_id = $1',
      [operationId],
    )
    const outcomes = new Map(rows.map((row) => [row.id, row.code ?? row.outcome]))
    return { plan, operationId, outcomes: ids.map((id) => outcomes.get(id)) }
  }
  const now = async (id: string) =>
    (
      await b.db.query<{ pricing: string; price: number | null }>(
        'SELECT pricing, price FROM lessons WHERE id = $1',
        [id],
      )
    ).rows[0]

  test('refuse a value where its field does not apply, and where a rule refuses it', async () => {
    const ids = [
      await make({ price: 10 }),
      await make({ pricing: 'quote' }),
      await make({ name: 'old', pricing: 'hourly', price: 20 }),
    ]
    const { plan, outcomes } = await bulk(ids, { price: 300 })
    const old = rules === byRecord ? 'frozen' : 'done'
    expect(outcomes).toEqual(['done', 'not_applicable', old])
    expect(plan.counts).toMatchObject({ done: old === 'done' ? 2 : 1 })
    expect(plan.refusals.find((row) => row.id === ids[1])).toMatchObject({
      path: 'price',
      code: 'not_applicable',
    })
    expect(await now(ids[1]!)).toEqual({ pricing: 'quote', price: null })
    expect(await now(ids[2]!)).toMatchObject({ price: old === 'done' ? 300 : 20 })
    const single = b.writer.patch(lessons(), ids[1]!, 1, { price: 5 }, { ...b.as(), access: me })
    expect(await problemOf(single)).toMatchObject({
      status: 422,
      errors: [{ path: 'price', code: 'not_applicable' }],
    })
  })

  test('clear a field that no longer applies, and an undo restores it', async () => {
    const ids = [await make({ price: 10 }), await make({ pricing: 'quote' })]
    const { operationId, outcomes } = await bulk(ids, { pricing: 'quote' })
    expect(outcomes).toEqual(['done', 'unchanged'])
    expect(await now(ids[0]!)).toEqual({ pricing: 'quote', price: null })
    await b.db.transaction((tx) => undo(parts, tx, operationId, me))
    expect(await now(ids[0]!)).toEqual({ pricing: 'fixed', price: 10 })
    const both = await bulk([ids[0]!], { pricing: 'hourly', price: 7 })
    expect(both.outcomes).toEqual(['done'])
    expect(await now(ids[0]!)).toEqual({ pricing: 'hourly', price: 7 })
  })
})
