import { say } from '#model/message.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { FieldModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { dayIn, eur, NOW, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { Notification } from '#schemas/notification.ts'
import { forgetHandler, FORGET_JOB } from '../../files/forget.ts'
import type { RecordData } from '../../store/types.ts'
import { withIdempotency } from '../../store/write/idempotency.ts'
import { places, REMOVED } from './erasure.ts'
import { enterDeliveries } from '../notification/audience.ts'

const CANARY = /zephyrine|quillfeather|955 123 987/i
const NAME = 'Zephyrine Quillfeather'
const address = { line: 'Quillfeather Lane 7', city: 'Faro', country: 'PT' }
const said = (what: string): string => `${what} of ${NAME}, zephyrine@example.com, +351 955 123 987`

describe('anonymising a customer', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  /** Every column of every table that still contains the customer. */
  const leftIn = async (): Promise<string[]> => {
    const { rows: tables } = await s.db.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
    )
    const found = new Set<string>()
    for (const { name } of tables) {
      const { rows } = await s.db.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) AS row FROM "${name}" t`,
      )
      for (const { row } of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (CANARY.test(JSON.stringify(value) ?? '')) found.add(`${name}.${column}`)
        }
      }
    }
    return [...found].sort()
  }
  const file = async (collection: string): Promise<string> => {
    const id = randomUUID()
    await s.db.query(
      "INSERT INTO files (id, name, type, size, hash, storage_key, collection) VALUES ($1, $2, 'image/png', 1, 'h', $3, $4)",
      [id, 'zephyrine.png', `aa/${id}.png`, collection],
    )
    return id
  }
  const change = (
    entity: string,
    record: RecordData,
    body: object,
    as = s.as(),
  ): Promise<RecordData> => s.writer.update(s.of(entity), record.id, record.version, body, as)
  const stored = async (entity: string, { id }: { id: string }) =>
    (
      await s.db.query<Record<string, unknown> & { version: number }>(
        `SELECT * FROM "${s.of(entity).table}" WHERE id = $1`,
        [id],
      )
    ).rows[0]!

  test('removes every personal value from all tables, and keeps the money trail', async () => {
    const agent = await s.make(
      'employee',
      { name: 'Ada', email: `${unique()}@example.com`, roles: [s.role('support agent')] },
      { state: 'active' },
    )
    const me = s.as({ personId: agent.id })
    const customer = await s.make('customer', {
      name: NAME,
      email: 'zephyrine@example.com',
      phone: '+351 955 123 987',
      tags: ['zephyrine'],
      internalNote: said('Note'),
      addresses: [{ label: 'Quillfeather', address }],
    })
    const mine = { customer: customer.id }
    const blocked = await s.go('customer', customer, 'blocked', said('Quarrel'))
    const active = await s.go('customer', blocked, 'active')

    const hotel = await s.hotel()
    const booking = await s.make(
      'booking',
      {
        code: unique(),
        hotel: hotel.id,
        roomTypeCode: 'DBL',
        ...mine,
        checkIn: dayIn(-9),
        checkOut: dayIn(-7),
        notes: said('Wish'),
      },
      { state: 'checked_in' },
    )
    const out = await s.go(
      'booking',
      await change('booking', booking, { notes: said('Another wish') }),
      'checked_out',
    )
    const trashed = await s.make(
      'booking',
      {
        code: unique(),
        hotel: hotel.id,
        roomTypeCode: 'DBL',
        ...mine,
        checkIn: dayIn(-3),
        checkOut: dayIn(-1),
        notes: said('Wish'),
      },
      { state: 'pending' },
    )
    const cancelled = await s.go('booking', trashed, 'cancelled', said('Illness'))
    await s.writer.remove(
      s.of('booking'),
      cancelled.id,
      cancelled.version,
      { purge: false },
      s.as(),
    )
    const purged = await s.make(
      'booking',
      {
        code: unique(),
        hotel: hotel.id,
        roomTypeCode: 'DBL',
        ...mine,
        checkIn: dayIn(-3),
        checkOut: dayIn(-1),
        notes: said('Wish'),
      },
      { state: 'expired' },
    )
    await s.writer.remove(s.of('booking'), purged.id, purged.version, { purge: true }, s.as())

    const category = await s.make('serviceCategory', { name: 'Repairs', slug: unique() })
    const job = await s.make(
      'serviceJob',
      {
        code: unique(),
        title: said('Sink'),
        description: said('Leak'),
        ...mine,
        category: category.id,
        address,
        attachments: [{ file: await file('service-jobs') }],
      },
      { state: 'open' },
    )
    const proposal = await s.make(
      'proposal',
      {
        code: unique(),
        job: job.id,
        vendor: s.vendor.id,
        lines: [{ label: 'Work', quantity: 1, unit: eur(5000) }],
        message: said('Dear'),
      },
      { state: 'submitted' },
    )
    await s.go('proposal', proposal, 'accepted')
    const order = (
      await s.db.query<{ id: string }>('SELECT id FROM orders WHERE job = $1', [job.id])
    ).rows[0]!
    const noted = await change(
      'order',
      { ...(await stored('order', order)), id: order.id } as unknown as RecordData,
      { notes: said('Bell') },
    )
    const payment = await s.make(
      'paymentTransaction',
      {
        kind: 'capture',
        method: 'cash',
        order: order.id,
        amount: eur(5000),
        note: said('Paid by'),
      },
      { state: 'processing' },
    )
    await s.go('paymentTransaction', payment, 'succeeded')
    const service = await s.make(
      'service',
      {
        title: 'Plumbing',
        vendor: s.vendor.id,
        category: category.id,
        subCategory: (
          await s.make('serviceSubCategory', {
            name: 'Sinks',
            slug: unique(),
            category: category.id,
          })
        ).id,
        pricing: 'quote',
      },
      { state: 'active' },
    )
    await s.make('serviceBookmark', {
      code: unique(),
      ...mine,
      service: service.id,
      note: said('Idea'),
    })

    const ticket = await s.make(
      'ticket',
      { subject: said('Complaint'), description: said('Story'), ...mine },
      { state: 'open' },
    )
    await s.writer.update(s.of('ticket'), ticket.id, ticket.version, { assignee: agent.id }, s.as())
    const talk = await s.make('conversation', {
      subject: said('Complaint'),
      kind: 'ticket',
      ticket: ticket.id,
      ...mine,
    })
    const voiced = await s.writer.create(
      s.of('chatMessage'),
      {
        conversation: talk.id,
        kind: 'incoming',
        body: said('Words'),
        attachments: [{ file: await file('chat-messages') }],
      },
      { ...s.as(), set: { sender: { type: 'customers', id: customer.id } } },
    )
    const colleague = await s.make(
      'employee',
      { name: 'Bo', email: `${unique()}@example.com`, roles: [s.role('support agent')] },
      { state: 'active' },
    )
    const response = await s.writer.create(
      s.of('chatMessage'),
      { conversation: talk.id, body: said('Dear') },
      me,
    )
    await s.writer.act(s.of('chatMessage'), response, 'edit', { body: said('Very dear') }, me)
    await s.writer.create(
      s.of('chatMessage'),
      { conversation: talk.id, kind: 'note', body: said('Beware'), mentions: [colleague.id] },
      me,
    )

    const notice = await s.make('notification', {
      title: said('Call'),
      body: said('Please call'),
      audience: 'employee',
      recipients: [],
      resource: { type: 'tickets', id: ticket.id },
    })
    await enterDeliveries(s.db.query, notice as unknown as Notification & { id: string }, false)
    const letter = await s.make('notification', {
      title: said('Dear'),
      body: said('For you'),
      audience: 'customer',
      channel: 'email',
      recipients: [{ recipient: { type: 'customers', id: customer.id } }],
    })
    await enterDeliveries(s.db.query, letter as unknown as Notification & { id: string }, false)
    await s.db.query(
      "UPDATE deliveries SET state = 'failed', error = '550 no such user zephyrine@example.com' WHERE recipient_id = $1",
      [customer.id],
    )
    await withIdempotency(s.db, { person: 'p', key: 'k', bodyHash: 'h' }, async () => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ data: voiced }),
    }))
    await withIdempotency(s.db, { person: 'p', key: 'l', bodyHash: 'h' }, async () => ({
      status: 201,
      headers: {},
      body: JSON.stringify({ data: active }),
    }))
    await s.db.query(
      "INSERT INTO jobs (id, kind, payload, result, error, said, state) VALUES ($1, 'import', $2, $2, '550 Zephyrine@example.com', $2, 'failed')",
      [randomUUID(), JSON.stringify({ constant: 'zephyrine@example.com', at: NOW.toISOString() })],
    )
    await s.db.query(
      "INSERT INTO operation_rows (operation_id, n, entity, record_id, version, message, said) VALUES ($1, 1, 'customer', $1, 1, 'zephyrine@example.com is taken', $2)",
      [
        randomUUID(),
        JSON.stringify({ text: '{{email}}', params: { email: 'zephyrine@example.com' } }),
      ],
    )
    await s.db.query("INSERT INTO preferences (account_id, key, value) VALUES ('a', 'views', $1)", [
      JSON.stringify([{ search: 'zephyrine@example.com' }]),
    ])

    await s.db.query(
      "INSERT INTO views (id, collection, name, state) VALUES ($1, 'customers', 'Zephyrine@example.com', $2)",
      [randomUUID(), JSON.stringify({ search: '?search=zephyrine%40example.com' })],
    )

    // Data exists everywhere the test means to leave some.
    const before = await leftIn()
    expect(before).toEqual(
      expect.arrayContaining([
        'audit.patch',
        'audit.reason',
        'bookings.notes',
        'chat_messages.body',
        'conversations.subject',
        'customers.name',
        'deliveries.body',
        'deliveries.error',
        'deliveries.title',
        'files.name',
        'idempotency.body',
        'jobs.error',
        'jobs.payload',
        'jobs.result',
        'jobs.said',
        'notifications.body',
        'operation_rows.message',
        'operation_rows.said',
        'orders.address',
        'orders.notes',
        'payment_transactions.note',
        'preferences.value',
        'proposals.message',
        'service_bookmarks.note',
        'service_jobs.address',
        'service_jobs.title',
        'tickets.description',
        'tickets.search',
        'views.name',
        'views.state',
      ]),
    )

    const refusal = await problemOf(s.go('customer', active, 'anonymised', 'Their letter'))
    expect(refusal).toMatchObject({ status: 409, code: 'still_served' })
    expect(refusal.detail).toBe(
      `This customer is still to be served; finish or cancel first: ${String(noted.number)}, ${String(job.code)}.`,
    )
    expect(await leftIn()).toEqual(before)
    let work = (await stored('serviceJob', job)) as unknown as RecordData
    for (const state of ['in_progress', 'completed']) work = await s.go('serviceJob', work, state)
    let bought = { ...noted }
    for (const state of ['confirmed', 'in_progress', 'completed']) {
      bought = await s.go(
        'order',
        { ...(await stored('order', order)), id: order.id } as unknown as RecordData,
        state,
      )
    }

    const kept = async () =>
      (
        await s.db
          .query(`SELECT (SELECT jsonb_agg(jsonb_build_array(o.number, o.state, o.customer, o.lines, o.total_amount, o.paid_amount, o.payment_state, o.placed_at)) FROM orders o) AS orders,
(SELECT jsonb_agg(jsonb_build_array(b.code, b.state, b.customer, b.check_in, b.check_out, b.total_amount) ORDER BY b.id) FROM bookings b) AS bookings, (SELECT jsonb_agg(jsonb_build_array(p.number, p.state, p.amount_amount)) FROM payment_transactions p) AS payments,
(SELECT jsonb_agg(jsonb_build_array(m.kind, m.state, m.sequence, m.sender) ORDER BY m.sequence) FROM chat_messages m) AS messages, (SELECT jsonb_agg(jsonb_build_array(t.number, t.state, t.customer, t.priority)) FROM tickets t) AS tickets`)
      ).rows
    const trail = await kept()
    const versions = {
      order: bought.version,
      message: (await stored('chatMessage', voiced)).version,
    }
    await s.go('customer', active, 'anonymised', 'Their letter of June 9', me)

    expect(await leftIn()).toEqual([])
    expect(await kept()).toEqual(trail)
    expect(await stored('chatMessage', voiced)).toMatchObject({
      body: REMOVED,
      attachments: [],
      version: versions.message + 1,
    })
    expect(await stored('order', order)).toMatchObject({
      address: null,
      notes: null,
      version: versions.order + 1,
      updated_by: agent.id,
    })
    expect(await stored('booking', out)).toMatchObject({ notes: null })
    expect(
      (await s.audit('booking')).filter((a) => a.record_id === purged.id).map((a) => a.patch.notes),
    ).toEqual([['•••', '•••'], undefined])

    const entry = (await s.audit('order')).at(-1)!
    expect(entry).toMatchObject({
      record_id: order.id,
      action: 'update',
      reason: 'The customer was anonymised',
      actor_name: 'Ada',
      patch: { address: ['•••', null], notes: ['•••', null] },
    })
    expect(
      (await s.audit('customer')).filter((a) => a.record_id === customer.id).map((a) => a.reason),
    ).toEqual([null, '•••', null, 'Their letter of June 9'])
    const {
      rows: [forgetting],
    } = await s.db.query<{ payload: never }>(
      'SELECT payload FROM jobs WHERE kind = $1 ORDER BY id',
      [FORGET_JOB],
    )
    const deleted: string[] = []
    await forgetHandler({ delete: async (key) => void deleted.push(key) })({
      payload: forgetting!.payload,
    } as never)
    expect(deleted).toEqual([expect.stringMatching(/^aa\/.*\.png$/)])
  })

  test('leaves other customers’ records and shared notifications unchanged', async () => {
    const [gone, other] = await Promise.all(
      ['Gone', 'Other'].map((name) =>
        s.make('customer', { name, email: `${unique()}@example.com` }),
      ),
    )
    const hotel = await s.hotel()
    const stays = await Promise.all(
      [gone!, other!].map(({ id }, i) =>
        s.make(
          'booking',
          {
            code: unique(),
            hotel: hotel.id,
            roomTypeCode: 'DBL',
            customer: id,
            checkIn: dayIn(-9 - i),
            checkOut: dayIn(-7),
            notes: 'Late arrival',
          },
          { state: 'expired' },
        ),
      ),
    )
    const ticket = await s.make('ticket', { subject: 'Noise', customer: other!.id })
    const both = await s.make('notification', {
      title: 'News',
      body: 'For all',
      audience: 'customer',
      recipients: [gone!, other!].map(({ id }) => ({ recipient: { type: 'customers', id } })),
    })
    await s.go('customer', gone!, 'anonymised', 'r')
    expect([await stored('booking', stays[0]!), await stored('booking', stays[1]!)]).toMatchObject([
      { notes: null, version: 2 },
      { notes: 'Late arrival', version: 1 },
    ])
    expect([await stored('ticket', ticket), await stored('notification', both)]).toMatchObject([
      { subject: 'Noise', version: 1 },
      { title: 'News', version: 1 },
    ])
  })

  test('is refused for a customer with an open booking, also by an import', async () => {
    const customer = await s.make('customer', { name: 'Guest', email: `${unique()}@example.com` })
    const booking = await s.book(await s.hotel(), 3, 2, { customer: customer.id })
    const importing = () =>
      s.writer.importRows(
        s.of('customer'),
        [{ row: 1, data: { email: customer.email, state: 'anonymised' }, reason: 'asked' }],
        { mode: 'partial', upsertBy: 'email' },
        s.as(),
      )
    expect((await importing()).rows).toMatchObject([
      {
        outcome: 'refused',
        errors: [
          {
            path: 'state',
            code: 'still_served',
            message: say('This customer is still to be served; finish or cancel first: {{what}}.', {
              what: { list: [String(booking.code)] },
            }),
          },
        ],
      },
    ])
    await s.go('booking', booking, 'cancelled', 'r')
    expect((await importing()).rows).toMatchObject([{ outcome: 'updated' }])
  })

  test('names blocking bookings and orders only to people who may list them', async () => {
    const customer = await s.make('customer', { name: 'Guest', email: `${unique()}@example.com` })
    const hotel = await s.hotel()
    const booking = await s.book(hotel, 20, 2, { customer: customer.id })
    const order = await s.make(
      'order',
      {
        customer: customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(1000), tax: 0 }],
      },
      { state: 'placed' },
    )
    const why = async (...keys: string[]): Promise<string> =>
      (
        await problemOf(
          s.go(
            'customer',
            customer,
            'anonymised',
            'r',
            s.as([{ allow: ['customer.*', ...keys], deny: [] }]),
          ),
        )
      ).detail
    expect(await why()).toBe(
      'This customer is still to be served; what is open has to be finished or cancelled first.',
    )
    expect(await why('booking.*')).toBe(
      `This customer is still to be served; finish or cancel first: ${String(booking.code)}.`,
    )
    expect(await why('booking.*', 'order.*')).toBe(
      `This customer is still to be served; finish or cancel first: ${String(booking.code)}, ${String(order.number)}.`,
    )
  })

  test('erases more records than fit in one statement, each with a history entry', async () => {
    const customer = await s.make('customer', { name: 'Many', email: `${unique()}@example.com` })
    const hotel = await s.hotel()
    const booking = await s.make(
      'booking',
      {
        code: unique(),
        hotel: hotel.id,
        roomTypeCode: 'DBL',
        customer: customer.id,
        checkIn: dayIn(-9),
        checkOut: dayIn(-7),
        notes: 'Sea view',
      },
      { state: 'expired' },
    )
    const columns = (
      await s.db.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'bookings' AND column_name NOT IN ('id', 'code')",
      )
    ).rows
      .map((c) => `"${c.name}"`)
      .join(', ')
    await s.db.query(
      `INSERT INTO bookings (id, code, ${columns}) SELECT gen_random_uuid(), 'M-' || n, ${columns} FROM bookings, generate_series(1, 1100) n WHERE id = $1`,
      [booking.id],
    )
    await s.go('customer', customer, 'anonymised', 'r')
    expect(
      (
        await s.db.query(
          "SELECT count(*)::int AS n, count(notes)::int AS noted, max(version) AS version, (SELECT count(*)::int FROM audit a WHERE a.entity = 'booking' AND a.record_id IN (SELECT id FROM bookings WHERE customer = $1) AND a.version = 2) AS entries FROM bookings WHERE customer = $1",
          [customer.id],
        )
      ).rows,
    ).toEqual([{ n: 1101, noted: 0, version: 2, entries: 1101 }])
  })
})

/** Fields that hold free text or files; per collection, those that belong to the trail and stay. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  bookings: ['code', 'roomTypeCode', 'extras', 'refundedLines'],
  orders: ['number', 'lines', 'refundedLines'],
  'payment-transactions': ['number', 'providerReference', 'failureCode', 'attemptKey', 'lines'],
  'credit-notes': ['number', 'lines'],
  'service-jobs': ['code'],
  proposals: ['code', 'lines'],
  'service-bookmarks': ['code'],
  tickets: ['number', 'team'],
  // Only lines of activity have a message; they name no customer.
  'chat-messages': ['clientId', 'message'],
}

test('every text, address and file field of customer-related entities is either erased or listed as kept', () => {
  const model = compileModel(resources)
  const free = ({ kind, fields }: FieldModel): boolean =>
    [
      'text',
      'longText',
      'address',
      'files',
      'file',
      'images',
      'image',
      'json',
      'email',
      'phone',
    ].includes(kind) ||
    (!['money', 'anyRef'].includes(kind) && (fields ?? []).some(free))
  const pointing = model.resources.filter(
    (r) =>
      r.collection !== 'customers' &&
      (r.fields.some((f) => f.ref === 'customers') ||
        places.some((p) => p.collection === r.collection)),
  )
  const unknown = pointing.flatMap((r) => {
    const instead = places.find((p) => p.collection === r.collection)?.instead ?? {}
    return r.fields
      .filter((f) => free(f) && !(f.name in instead) && !STAYS[r.collection]?.includes(f.name))
      .map((f) => `${r.collection}.${f.name} (${f.kind})`)
  })
  expect(unknown).toEqual([])
  expect(pointing.length).toBeGreaterThan(8)
})
