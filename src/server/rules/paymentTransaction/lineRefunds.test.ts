import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { takeLines, type RefundedLine } from './lineRefunds.ts'

test('splitting refunded lines over several payments keeps their quantities, amounts and taxes', () => {
  const line = fc
    .record({
      quantity: fc.nat({ max: 9 }),
      amount: fc.integer({ min: 1, max: 9999 }),
      tax: fc.nat({ max: 99 }),
    })
    .map(({ quantity, amount, tax }, i = 1): RefundedLine => ({
      line: i,
      title: 'x',
      quantity,
      unit: eur(1),
      amount: eur(amount),
      tax: eur(Math.floor((amount * tax) / 100)),
    }))
  const sumOf = (lines: readonly RefundedLine[]) => [
    lines.reduce((sum, l) => sum + l.quantity!, 0),
    lines.reduce((sum, l) => sum + l.amount.amount, 0),
    lines.reduce((sum, l) => sum + l.tax.amount, 0),
  ]
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: 5 }),
      (lines, rooms) => {
        let rest: RefundedLine[] = lines
        const all: RefundedLine[] = []
        for (const room of rooms) {
          const before = rest.reduce((sum, l) => sum + l.amount.amount, 0)
          const [taken, left] = takeLines(rest, room)
          expect(sumOf(taken)[1]).toBe(Math.min(room, before))
          for (const l of taken) expect(l.tax.amount).toBeLessThanOrEqual(l.amount.amount)
          all.push(...taken)
          rest = left
        }
        expect(sumOf([...all, ...rest])).toEqual(sumOf(lines))
      },
    ),
  )
})

describe('a refund by line', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  const read = async (entity: string, { id }: RecordData) =>
    (
      await s.db.query<Record<string, unknown>>(
        `SELECT * FROM ${s.of(entity).table} WHERE id = $1`,
        [id],
      )
    ).rows[0]!
  const act = async (entity: string, row: RecordData, action: string, input: object) =>
    s.writer.act(
      s.of(entity),
      { id: row.id, version: Number((await read(entity, row)).version) },
      action,
      input,
      s.as(),
    )
  const refund = (order: RecordData, input: object) =>
    act('order', order, 'refund', { reason: 'Not as agreed', ...input })
  const paid = async (lines: readonly object[], parts: readonly number[] = []) => {
    const order = await s.make(
      'order',
      { customer: s.customer.id, vendor: s.vendor.id, currency: 'EUR', lines },
      { state: 'placed' },
    )
    for (const part of parts) {
      await act('order', order, 'pay', { method: 'cash', amount: eur(part) })
    }
    if (Number((await read('order', order)).due_amount) > 0) {
      await act('order', order, 'pay', { method: 'cash' })
    }
    return order
  }
  interface Note {
    readonly total_amount: number
    readonly tax_amount: number
    readonly lines: readonly RefundedLine[]
  }
  const notesOf = async (order: RecordData, field = 'order') =>
    (
      await s.db.query<Note & Record<string, unknown>>(
        `SELECT * FROM credit_notes WHERE "${field}" = $1 ORDER BY number`,
        [order.id],
      )
    ).rows
  const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0)

  const two = [
    { title: 'Oak', quantity: 3, unit: eur(1000), discount: eur(600), tax: 2300 },
    { title: 'Pine', quantity: 1, unit: eur(5000), tax: 0 },
  ]

  test('refunds the chosen units and lists them on the credit note', async () => {
    const order = await paid(two)
    await refund(order, { lines: [{ line: 1, quantity: 2 }] })
    expect(await read('order', order)).toMatchObject({
      refunded_amount: 1968,
      refunded_lines: [{ title: 'Oak', line: 1, quantity: 2, amount: eur(1968), tax: eur(368) }],
    })
    expect(await notesOf(order)).toMatchObject([
      {
        total_amount: 1968,
        tax_amount: 368,
        lines: [
          {
            title: 'Oak',
            quantity: 2,
            unit: eur(1000),
            discount: eur(400),
            tax: eur(368),
            amount: eur(1968),
          },
        ],
      },
    ])
    expect((await notesOf(order))[0]!.lines[0]).not.toHaveProperty('line')
  })

  test('rejects more units than are left, unknown or repeated lines, and a wrong amount', async () => {
    const order = await paid(two)
    await refund(order, { lines: [{ line: 1, quantity: 2 }] })
    const before = await read('order', order)
    const refused = async (input: object) => problemOf(refund(order, input))
    const at = (path: string) => ({ status: 422, errors: [expect.objectContaining({ path })] })
    expect(await refused({ lines: [{ line: 1, quantity: 2 }] })).toMatchObject(
      at('lines.0.quantity'),
    )
    expect(await refused({ lines: [{ line: 3, quantity: 1 }] })).toMatchObject(at('lines.0.line'))
    expect(await refused({ lines: [{ line: 0, quantity: 1 }] })).toMatchObject(at('lines.0.line'))
    const twice = { line: 2, quantity: 1 }
    expect(await refused({ lines: [twice, twice] })).toMatchObject(at('lines.1.line'))
    expect(await refused({ lines: [twice], amount: eur(4999) })).toMatchObject(at('amount'))
    expect(await refused({})).toMatchObject(at('amount'))
    expect(await refused({ lines: [{ line: 2, quantity: 0 }] })).toMatchObject({ status: 422 })
    expect(await read('order', order)).toEqual(before)
  })

  test('is forbidden for people who may not read the lines; a refund by amount is allowed', async () => {
    const order = await paid(two)
    const blind = s.as([{ allow: ['*'], deny: ['order.field.lines.read'] }])
    const asked = async (input: object) => {
      const version = Number((await read('order', order)).version)
      const whole = { reason: 'Not as agreed', ...input }
      return s.writer.act(s.of('order'), { id: order.id, version }, 'refund', whole, blind)
    }
    const refused = async (line: number) =>
      problemOf(asked({ lines: [{ line, quantity: 1 }], amount: eur(1) }))
    expect(await refused(2)).toMatchObject({ status: 403 })
    expect(await refused(9)).toEqual(await refused(2))
    await asked({ amount: eur(100) })
    expect(await read('order', order)).toMatchObject({ refunded_amount: 100 })
  })

  test('never refunds more than is refundable', async () => {
    const order = await paid(two)
    await refund(order, { amount: eur(7000) })
    expect(await problemOf(refund(order, { lines: [{ line: 2, quantity: 1 }] }))).toMatchObject({
      status: 409,
      code: 'over_refund',
    })
  })

  test('refunds a line paid in two payments only once', async () => {
    const order = await paid([two[1]!], [2000])
    await refund(order, { lines: [{ line: 1, quantity: 1 }], amount: eur(5000) })
    const notes = await notesOf(order)
    expect(notes.map((n) => [n.total_amount, n.lines[0]!.quantity])).toEqual([
      [3000, 0],
      [2000, 1],
    ])
    expect((await read('order', order)).refunded_lines).toMatchObject([{ quantity: 1 }])
    expect(await problemOf(refund(order, { lines: [{ line: 1, quantity: 1 }] }))).toMatchObject({
      status: 422,
    })
  })

  test('a unit whose refund partly failed can be refunded again for the failed amount only', async () => {
    const order = await s.make(
      'order',
      { customer: s.customer.id, vendor: s.vendor.id, currency: 'EUR', lines: [two[1]] },
      { state: 'placed' },
    )
    for (const part of [2000, 1500, 1500]) {
      await act('order', order, 'pay', { method: 'bank', amount: eur(part) })
    }
    const again = { lines: [{ line: 1, quantity: 1 }] }
    const sent = (await refund(order, again)).result as { transactions: string[] }
    const [first, second, last] = sent.transactions.map((id) => ({ id }) as RecordData)
    for (const [row, to] of [
      [first!, 'failed'],
      [second!, 'failed'],
      [last!, 'succeeded'],
    ] as const) {
      for (const state of ['processing', to]) {
        const { version } = await read('paymentTransaction', row)
        const of = s.of('paymentTransaction')
        await s.writer.transition(
          of,
          { id: row.id, version: Number(version) },
          state,
          undefined,
          s.as(),
        )
      }
    }
    const { transactions } = (await refund(order, again)).result as { transactions: string[] }
    const amounts = await Promise.all(
      transactions.map(async (id) =>
        Number((await read('paymentTransaction', { id } as RecordData)).amount_amount),
      ),
    )
    expect(amounts).toEqual([1500, 1500])
    expect((await read('order', order)).refunded_lines).toMatchObject([
      { quantity: 1, amount: eur(5000) },
    ])
  })

  test('refunded lines are frozen, and other lines can still change', async () => {
    const order = await paid(two)
    await refund(order, { lines: [{ line: 1, quantity: 1 }] })
    const patch = async (lines: readonly object[]) =>
      s.writer.patch(
        s.of('order'),
        order.id,
        Number((await read('order', order)).version),
        { lines },
        s.as(),
      )
    expect(await problemOf(patch([two[1]!, two[0]!]))).toMatchObject({
      code: 'frozen',
      errors: [expect.objectContaining({ path: 'lines.0' })],
    })
    expect(await problemOf(patch([{ ...two[0]!, quantity: 1 }, two[1]!]))).toMatchObject({
      code: 'frozen',
    })
    const [{ lines }] = [await read('order', order)] as [{ lines: readonly object[] }]
    await patch([lines[0]!, { ...two[1]!, title: 'Birch' }])
  })

  test('refunds nights of a stay as units, and then freezes the dates of the stay', async () => {
    const booking = await s.book(await s.hotel(), 1, 3, {
      extras: [{ label: 'Breakfast', quantity: 2, unit: eur(1500) }],
    })
    await act('booking', booking, 'pay', { method: 'cash' })
    const back = {
      reason: 'Left early',
      lines: [
        { line: 0, quantity: 1 },
        { line: 1, quantity: 2 },
      ],
    }
    await act('booking', booking, 'refund', back)
    expect(await read('booking', booking)).toMatchObject({ refunded_amount: 13_000 })
    expect((await notesOf(booking, 'booking'))[0]!.lines).toMatchObject([
      { title: 'Stay', quantity: 1, amount: eur(10_000) },
      { title: 'Breakfast', quantity: 2, amount: eur(3000) },
    ])
    const { version } = await read('booking', booking)
    const shorter = s.writer.patch(
      s.of('booking'),
      booking.id,
      Number(version),
      { checkOut: (booking.checkIn as string).replace(/..$/, '13') },
      s.as(),
    )
    expect(await problemOf(shorter)).toMatchObject({ code: 'frozen' })
  })

  test('requires approval when all line refunds of an order together exceed the limit', async () => {
    const order = await paid([
      { title: 'Yacht', quantity: 2, unit: eur(90_000), tax: 0 },
      { title: 'Oar', quantity: 1, unit: eur(1000), tax: 0 },
    ])
    const clerk = { ...s.as([{ allow: ['*'], deny: ['*.override'] }]) }
    const by = async (lines: readonly object[]) =>
      s.writer.act(
        s.of('order'),
        { id: order.id, version: Number((await read('order', order)).version) },
        'refund',
        { lines, reason: 'Sunk' },
        clerk,
      )
    expect(await problemOf(by([{ line: 1, quantity: 2 }]))).toMatchObject({
      status: 409,
      code: 'approval_needed',
    })
    await by([{ line: 2, quantity: 1 }])
    // What was refunded before counts, so that a large refund in parts is one.
    await by([{ line: 1, quantity: 1 }])
    expect(await problemOf(by([{ line: 1, quantity: 1 }]))).toMatchObject({
      code: 'approval_needed',
    })
  })

  test('credit notes equal refunds, and refunds never exceed payments, for random orders', async () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.integer({ min: 1, max: 5000 }),
      off: fc.nat({ max: 80 }),
      tax: fc.constantFrom(0, 600, 1300, 2300, 9999),
    })
    const step = fc.oneof(
      fc.record({ line: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ amount: fc.integer({ min: 1, max: 4000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 3 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 99 }),
        async (given, steps, first) => {
          const lines = given.map(({ quantity, price, off, tax }, i) => ({
            title: `Line ${i + 1}`,
            quantity,
            unit: eur(price),
            ...(off ? { discount: eur(Math.floor((quantity * price * off) / 100)) } : {}),
            tax,
          }))
          const draft = await paid(lines, [])
          const total = Number((await read('order', draft)).total_amount)
          const order = await paid(lines, [Math.max(1, Math.floor((total * first) / 100))])
          for (const { amount, ...chosen } of steps as { amount?: number }[]) {
            const input = amount === undefined ? { lines: [chosen] } : { amount: eur(amount) }
            await refund(order, input).catch(() => undefined)
          }
          // And all that is left, so that the whole tax is credited.
          const { refundable_amount: left } = await read('order', order)
          if (Number(left) > 0) await refund(order, { amount: eur(Number(left)) })
          const row = (await read('order', order)) as {
            refunded_amount: number
            tax_amount: number
            refunded_lines: { line: number; quantity: number }[]
          }
          const notes = await notesOf(order)
          expect(Number(row.refunded_amount)).toBe(total)
          expect(sum(notes.map((n) => Number(n.total_amount)))).toBe(total)
          expect(sum(notes.map((n) => Number(n.tax_amount)))).toBe(Number(row.tax_amount))
          for (const note of notes) {
            expect(sum(note.lines.map((l) => l.amount.amount))).toBe(Number(note.total_amount))
            expect(sum(note.lines.map((l) => l.tax.amount))).toBe(Number(note.tax_amount))
            for (const l of note.lines) expect(l.tax.amount).toBeLessThanOrEqual(l.amount.amount)
          }
          for (const taken of row.refunded_lines) {
            expect(taken.quantity).toBeLessThanOrEqual(lines[taken.line - 1]!.quantity)
          }
        },
      ),
      { numRuns: 12 },
    )
  }, 120_000)
})
