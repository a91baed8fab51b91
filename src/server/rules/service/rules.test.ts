import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBids, type Bids } from '#tests/support/bids.ts'
import { eur, unique } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { builtInRole } from '../userRole/builtin.ts'

describe('services', () => {
  let b: Bids
  beforeAll(async () => {
    b = await openBids()
  }, 120_000)
  afterAll(() => b?.db.close())
  const category = () => b.make('serviceCategory', { name: 'C', slug: unique() })
  const sub = (of: RecordData) =>
    b.make('serviceSubCategory', { name: 'S', slug: unique(), category: of.id })
  const service = (more: object = {}, state?: string) =>
    b.make(
      'service',
      { title: 'Windows', vendor: b.vendor.id, category: b.category.id, pricing: 'quote', ...more },
      state ? { state } : undefined,
    )
  const patch = (entity: string, record: RecordData, body: object) =>
    b.writer.patch(b.of(entity), record.id, record.version, body, b.as())

  test('require a price unless the pricing is by quote', async () => {
    for (const pricing of ['fixed', 'hourly']) {
      expect(await problemOf(service({ pricing }))).toMatchObject({
        status: 422,
        errors: [{ path: 'price' }],
      })
    }
    expect(await service({ pricing: 'fixed', price: eur(100) })).toMatchObject({ bookmarks: 0 })
    expect(await problemOf(patch('service', await service(), { pricing: 'hourly' }))).toMatchObject(
      { status: 422, errors: [{ path: 'price' }] },
    )
  })
  test('require a sub-category of their category on every save, restore and import', async () => {
    const [one, two] = [await category(), await category()]
    const [inOne, inTwo] = [await sub(one), await sub(two)]
    const wrong = {
      status: 422,
      errors: [
        {
          path: 'subCategory',
          code: 'wrong_category',
          message: 'This sub-category belongs to another category',
        },
      ],
    }
    expect(await problemOf(service({ category: one.id, subCategory: inTwo.id }))).toMatchObject(
      wrong,
    )
    const made = await service({ category: one.id, subCategory: inOne.id })
    expect(await problemOf(patch('service', made, { category: two.id }))).toMatchObject(wrong)
    expect(await problemOf(patch('service', made, { subCategory: inTwo.id }))).toMatchObject(wrong)
    expect(await patch('service', made, { category: two.id, subCategory: inTwo.id })).toMatchObject(
      { version: 2 },
    )
    expect(await problemOf(patch('serviceSubCategory', inTwo, { category: one.id }))).toMatchObject(
      {
        status: 409,
        code: 'in_use',
        detail: 'A service uses this sub-category, so it cannot move to another category.',
      },
    )
    await b.writer.remove(b.of('service'), made.id, 2, { purge: false }, b.as())
    await patch('serviceSubCategory', inTwo, { category: one.id })
    expect(await problemOf(b.writer.restore(b.of('service'), made.id, 3, b.as()))).toMatchObject({
      errors: wrong.errors,
    })
    const rows = [
      { category: one.id, subCategory: inOne.id },
      { category: two.id, subCategory: inOne.id },
    ].map((more, row) => ({
      row,
      data: { title: 'I', vendor: b.vendor.id, pricing: 'quote', ...more },
    }))
    expect(
      (await b.writer.importRows(b.of('service'), rows, { mode: 'partial' }, b.as())).rows.map(
        (r) => r.outcome,
      ),
    ).toEqual(['created', 'refused'])
  })
  test('are approved by our staff, then paused and resumed by their vendor', async () => {
    const staff = b.as({ tenant: b.vendor.id, grants: [builtInRole('vendor staff').grants] })
    const asked = await b.go('service', await service(), 'in_review', undefined, staff)
    expect(await problemOf(b.go('service', asked, 'active', undefined, staff))).toMatchObject({
      status: 403,
      detail: 'Only our own staff decide this; you are notified of the decision.',
    })
    expect(await problemOf(b.go('service', asked, 'rejected', 'x', staff))).toMatchObject({
      status: 403,
    })
    const active = await b.go(
      'service',
      asked,
      'active',
      undefined,
      b.as([builtInRole('manager').grants]),
    )
    expect(
      await b.go(
        'service',
        await b.go('service', active, 'paused', undefined, staff),
        'active',
        undefined,
        staff,
      ),
    ).toMatchObject({ state: 'active', version: 5 })
  })
  test('can be activated only for approved vendors', async () => {
    const applied = await b.make('vendor', { displayName: 'New', legalName: 'New' })
    expect(
      await problemOf(
        b.go('service', await service({ vendor: applied.id }, 'in_review'), 'active'),
      ),
    ).toMatchObject({ status: 409, code: 'vendor_not_approved' })
  })

  describe('bookmarks', () => {
    const customer = () => b.make('customer', { name: 'C', email: `${unique()}@example.com` })
    const mark = async (of: RecordData, who?: RecordData) =>
      b.make('serviceBookmark', {
        code: unique(),
        service: of.id,
        customer: (who ?? (await customer())).id,
      })
    const number = async (of: RecordData) => (await b.fresh('service', of)).bookmarks
    const remove = (record: RecordData, purge = false) =>
      b.writer.remove(b.of('serviceBookmark'), record.id, record.version, { purge }, b.as())

    test('are counted on their service after every create, move, delete, restore, purge and import', async () => {
      const [one, two] = [await service(), await service()]
      const [first, second] = [await mark(one), await mark(one)]
      expect([await number(one), await number(two)]).toEqual([2, 0])
      await patch('serviceBookmark', first, { service: two.id })
      expect([await number(one), await number(two)]).toEqual([1, 1])
      await remove(second)
      expect(await number(one)).toBe(0)
      await b.writer.restore(b.of('serviceBookmark'), second.id, 2, b.as())
      expect(await number(one)).toBe(1)
      await remove({ ...second, version: 3 }, true)
      expect(await number(one)).toBe(0)
      const rows = [await customer(), await customer(), await customer()].map((c, row) => ({
        row,
        data: { code: unique(), service: one.id, customer: c.id },
      }))
      await b.writer.importRows(b.of('serviceBookmark'), rows, { mode: 'atomic' }, b.as())
      expect(await number(one)).toBe(3)
    })
    test('are limited to one per customer and service', async () => {
      const [one, two, ana] = [await service(), await service(), await customer()]
      const first = await mark(one, ana)
      expect(await problemOf(mark(one, ana))).toMatchObject({
        status: 409,
        code: 'taken',
        detail: 'This customer has already bookmarked this service.',
        errors: [{ path: 'service' }],
      })
      const other = await mark(two, ana)
      expect(await problemOf(patch('serviceBookmark', other, { service: one.id }))).toMatchObject({
        status: 409,
        code: 'taken',
      })
      const bea = await mark(one)
      expect(await problemOf(patch('serviceBookmark', bea, { customer: ana.id }))).toMatchObject({
        status: 409,
        code: 'taken',
      })
      await remove(first)
      const again = await mark(one, ana)
      expect(
        await problemOf(b.writer.restore(b.of('serviceBookmark'), first.id, 2, b.as())),
      ).toMatchObject({ status: 409, code: 'taken' })
      expect([await number(one), again.version]).toEqual([2, 1])
      const rows = [1, 2].map((row) => ({
        row,
        data: { code: unique(), service: two.id, customer: bea.customer },
      }))
      expect(
        (
          await b.writer.importRows(b.of('serviceBookmark'), rows, { mode: 'partial' }, b.as())
        ).rows.map((r) => r.outcome),
      ).toEqual(['created', 'refused'])
      expect(await number(two)).toBe(2)
    })
  })
})
