import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { dayIn, eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'

describe('hotels, vendors, categories and customers', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())
  const rooms = (count: number) => ({
    roomTypes: [
      {
        code: 'DBL',
        name: 'Double',
        adults: 2,
        children: 0,
        rooms: count,
        nightlyRate: eur(10_000),
      },
    ],
  })

  test('a hotel can be published only with a description, an address and a picture', async () => {
    const hotel = await s.go('hotel', await s.hotel(), 'in_review')
    expect(await problemOf(s.go('hotel', hotel, 'published'))).toMatchObject({
      status: 409,
      detail:
        'Before this hotel can be published it needs a description, an address and a picture.',
      errors: [{ path: 'description' }, { path: 'address' }, { path: 'images' }],
    })
    const file = randomUUID()
    await s.db.query(
      "INSERT INTO files (id, name, type, size, hash, storage_key) VALUES ($1, 'a.png', 'image/png', 1, 'h', 'k')",
      [file],
    )
    const ready = await s.writer.patch(
      s.of('hotel'),
      hotel.id,
      hotel.version,
      {
        description: 'By the sea',
        address: { line: 'Rua 1', city: 'Faro', country: 'PT' },
        images: [{ file }],
      },
      s.as(),
    )
    expect(await s.go('hotel', ready, 'published')).toMatchObject({ state: 'published' })
  })
  test('a hotel with upcoming bookings cannot be archived, not even by an import', async () => {
    const hotel = await s.hotel()
    const booking = await s.book(hotel, 3, 1)
    expect(await problemOf(s.go('hotel', hotel, 'archived', 'sold'))).toMatchObject({
      status: 409,
      code: 'has_bookings',
      detail: 'This hotel has 1 booking still to come; cancel or finish it first.',
    })
    const imported = await s.writer.importRows(
      s.of('hotel'),
      [{ row: 1, data: { slug: hotel.slug, state: 'archived' }, reason: 'sold' }],
      { mode: 'partial', upsertBy: 'slug' },
      s.as(),
    )
    expect(imported.rows[0]).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'has_bookings' }],
    })
    await s.go('booking', booking, 'cancelled', 'x')
    expect(await s.go('hotel', hotel, 'archived', 'sold')).toMatchObject({ state: 'archived' })
    expect(await problemOf(s.book(hotel, 3, 1))).toMatchObject({
      status: 422,
      errors: [{ path: 'hotel', code: 'archived' }],
    })
  })
  test('room types cannot be reduced below what is booked', async () => {
    const hotel = await s.hotel()
    await s.book(hotel, 3, 2, { rooms: 2 })
    await s.book(hotel, -9, 2, { rooms: 9 })
    const patch = (body: object) => s.writer.patch(s.of('hotel'), hotel.id, 1, body, s.as())
    expect(await problemOf(patch(rooms(1)))).toMatchObject({
      status: 409,
      errors: [
        {
          path: 'roomTypes.0.rooms',
          message: `Room type DBL is booked 2 times for the night of ${dayIn(3)}`,
        },
      ],
    })
    expect(await problemOf(patch({ roomTypes: [] }))).toMatchObject({
      status: 409,
      errors: [{ path: 'roomTypes' }],
    })
    expect(await patch(rooms(3))).toMatchObject({ version: 2 })
  })
  test('a vendor with upcoming bookings cannot be closed', async () => {
    const vendor = await s.make(
      'vendor',
      { displayName: 'V', legalName: 'V' },
      { state: 'approved' },
    )
    const hotel = await s.hotel({ vendor: vendor.id })
    const booking = await s.book(hotel, 3, 1)
    expect(await problemOf(s.go('vendor', vendor, 'closed', 'x'))).toMatchObject({
      status: 409,
      code: 'has_bookings',
    })
    await s.go('booking', booking, 'cancelled', 'x')
    expect(await s.go('vendor', vendor, 'closed', 'x')).toMatchObject({ state: 'closed' })
  })
  test('a category cannot be moved into itself or its own subcategory', async () => {
    const a = await s.make('category', { name: 'A', slug: unique() })
    const b = await s.make('category', { name: 'B', slug: unique(), parent: a.id })
    const move = (id: string, parent: string) =>
      s.writer.patch(s.of('category'), id, 1, { parent }, s.as())
    expect(await problemOf(move(a.id, a.id))).toMatchObject({
      status: 409,
      code: 'cycle',
      detail: 'A category cannot be inside itself',
      errors: [{ path: 'parent', code: 'cycle' }],
    })
    expect(await problemOf(move(a.id, b.id))).toMatchObject({
      status: 409,
      code: 'cycle',
      detail: 'A category cannot be inside itself',
      errors: [{ path: 'parent', code: 'cycle' }],
    })
    const imported = await s.writer.importRows(
      s.of('category'),
      [{ row: 1, data: { slug: a.slug, parent: b.id } }],
      { mode: 'partial', upsertBy: 'slug' },
      s.as(),
    )
    expect(imported.rows[0]).toMatchObject({ outcome: 'refused', errors: [{ path: 'parent' }] })
  })
  test('a customer anonymised by an import keeps no personal values in record or history', async () => {
    const canary = `zephyrine${unique()}`.toLowerCase()
    const customer = await s.make('customer', {
      name: canary,
      email: `${canary}@example.com`,
      phone: '+351 213 765 432',
      internalNote: canary,
    })
    const rows = [
      { row: 1, data: { email: `${canary}@example.com`, state: 'anonymised' }, reason: 'asked' },
      {
        row: 2,
        data: { name: canary, email: `${canary}-new@example.com`, state: 'anonymised' },
        reason: 'asked',
      },
    ]
    const response = await s.writer.importRows(
      s.of('customer'),
      rows,
      { mode: 'partial', upsertBy: 'email' },
      s.as(),
    )
    expect(response.rows).toMatchObject([
      { outcome: 'updated', id: customer.id },
      { outcome: 'created' },
    ])
    for (const { id } of response.rows) {
      const stored = (
        await s.db.query<Record<string, unknown>>('SELECT * FROM customers WHERE id = $1', [id])
      ).rows[0]
      expect(stored).toMatchObject({
        name: 'Anonymised customer',
        email: `${id}@anonymised.invalid`,
        phone: null,
        state: 'anonymised',
      })
      const audit = (await s.audit('customer')).filter((a) => a.record_id === id)
      expect(audit.length).toBeGreaterThan(0)
      expect(JSON.stringify([stored, audit])).not.toMatch(/zephyrine|213 765/i)
    }
  })
  test('an anonymised customer keeps the bookings but no personal values in record or history', async () => {
    const canary = 'Zebedee'
    const customer = await s.make('customer', {
      name: canary,
      email: `${canary}@example.com`,
      phone: '+351 211 234 567',
      tags: [canary],
      internalNote: canary,
      addresses: [{ label: canary, address: { line: canary, city: 'Faro', country: 'PT' } }],
      currency: 'EUR',
    })
    const changed = await s.writer.patch(
      s.of('customer'),
      customer.id,
      1,
      { name: `${canary} II`, currency: 'USD' },
      s.as(),
    )
    const booking = await s.book(await s.hotel(), 1, 1, { customer: customer.id })
    expect(
      await problemOf(s.go('customer', changed, 'anonymised', 'at their request')),
    ).toMatchObject({
      status: 409,
      code: 'still_served',
    })
    await s.go('booking', booking, 'cancelled', 'at their request')
    const gone = await s.go('customer', changed, 'anonymised', 'at their request')
    expect(gone).toMatchObject({
      name: 'Anonymised customer',
      phone: null,
      tags: [],
      addresses: [],
      state: 'anonymised',
    })
    const { rows } = await s.db.query('SELECT * FROM customers WHERE id = $1', [customer.id])
    const audit = (await s.audit('customer')).filter((a) => a.record_id === customer.id)
    expect(JSON.stringify([rows, audit])).not.toMatch(/zebedee|211 234/i)
    expect(audit[1]!.patch).toMatchObject({ name: ['•••', '•••'], currency: ['EUR', 'USD'] })
    expect(
      (await s.db.query('SELECT customer FROM bookings WHERE id = $1', [booking.id])).rows,
    ).toEqual([{ customer: customer.id }])
    expect(
      await problemOf(
        s.writer.patch(s.of('customer'), customer.id, gone.version, { name: 'Back' }, s.as()),
      ),
    ).toMatchObject({ status: 409, code: 'anonymised' })
    expect(
      await problemOf(
        s.writer.restoreRevision(
          s.of('customer'),
          { id: customer.id, version: gone.version },
          String(audit[0]!.seq),
          s.as(),
        ),
      ),
    ).toMatchObject({ status: 409 })
  })
})
