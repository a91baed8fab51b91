import {
  choice,
  code,
  day,
  defineResource,
  instant,
  int,
  longText,
  money,
  ref,
  rows,
  tags,
  text,
  z,
  type Row,
} from './define/index.ts'
import { say } from './define/message.ts'
import { payable, refundApproval, settlement } from './settlement.ts'
import { bulkDeletion } from './deletions.ts'

export const booking = defineResource({
  name: 'bookings',
  permission: 'booking',
  label: { one: 'Booking', many: 'Bookings' },
  title: 'code',
  shape: z.object({
    code: code({ unique: true, codePrefix: 'BK-' }),
    hotel: ref('hotels'),
    roomTypeCode: code({ label: 'Room type', hint: 'Code of a room type of the hotel' }),
    rooms: int(1, 1000).default(1),
    adults: int(0, 100).default(1),
    children: int(0, 100).default(0),
    customer: ref('customers'),
    source: choice(['web', 'phone', 'walk_in', 'channel']).default('web'),
    checkIn: day({ label: 'Check-in', range: { until: 'checkOut', count: 'nights' } }),
    checkOut: day({ label: 'Check-out' }),
    nightlyRate: money({
      label: 'Nightly rate',
      hint: 'Fixed when the booking is made',
    }).optional(),
    extras: rows(
      { label: text(120), quantity: int(1, 1000).default(1), unit: money({ label: 'Unit price' }) },
      {
        max: 50,
        charge: {
          unit: 'unit',
          quantity: 'quantity',
          taken: 'refundedLines',
          base: {
            label: 'Stay',
            unit: 'nightlyRate',
            quantity: 'rooms',
            from: 'checkIn',
            to: 'checkOut',
          },
        },
      },
    ),
    total: money({ derived: true }).optional(),
    ...settlement,
    cancellationFee: money({ label: 'Cancellation fee', derived: true }).optional(),
    holdUntil: instant({ label: 'Hold until', hint: 'A pending booking expires then' }).optional(),
    leftOn: day({ label: 'Left on', derived: true }).optional(),
    notes: longText().optional(),
    tags: tags(),
  }),
  scope: 'hotel.vendor',
  states: {
    pending: {
      to: { confirmed: 'Confirm', expired: 'Expire', cancelled: 'Cancel booking' },
      tone: 'info',
    },
    confirmed: {
      to: { checked_in: 'Check in', no_show: 'No-show', cancelled: 'Cancel booking' },
      tone: 'success',
    },
    checked_in: { to: { checked_out: 'Check out' }, tone: 'success' },
    checked_out: { final: true, prominent: true },
    expired: { final: true },
    no_show: { final: true, reason: true, tone: 'warning', label: 'No-show' },
    cancelled: {
      final: true,
      reason: true,
      tone: 'danger',
      preview: 'cancellation',
      next: 'refund',
    },
  },
  actions: payable(['pending', 'confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled'], {
    lines: 'extras',
    refundIn: ['pending', 'confirmed', 'checked_in', 'checked_out', 'expired', 'cancelled'],
    leadsIn: ['expired', 'cancelled'],
  }),
  approvals: { ...bulkDeletion, refund: refundApproval },
  check(row, fail) {
    if (row.checkIn && row.checkOut && row.checkOut <= row.checkIn) {
      fail('checkOut', 'Check-out must be after check-in')
    }
    if (row.adults === 0 && row.children === 0) fail('adults', 'At least one guest is needed')
    row.extras?.forEach((extra, i) => {
      if (row.nightlyRate && extra.unit.currency !== row.nightlyRate.currency) {
        fail(
          `extras.${i}.unit`,
          say('One booking has one currency, here {{currency}}', {
            currency: row.nightlyRate.currency,
          }),
        )
      }
    })
  },
  list: {
    columns: ['code', 'hotel', 'customer', 'roomTypeCode', 'checkIn', 'checkOut', 'total', 'state'],
    search: ['code'],
    filters: ['hotel', 'customer', 'checkIn', 'source', 'paymentState', 'state'],
    sort: '-checkIn',
    layouts: {
      calendar: {
        from: 'checkIn',
        to: 'checkOut',
        ended: 'leftOn',
        title: 'customer',
        by: ['hotel', 'roomTypeCode'],
        zone: 'hotel.timezone',
        capacity: {
          of: 'hotel.roomTypes',
          key: 'code',
          match: 'roomTypeCode',
          label: 'name',
          count: 'rooms',
          taken: 'rooms',
          states: ['pending', 'confirmed', 'checked_in', 'checked_out'],
        },
      },
      group: { by: ['state', 'hotel', 'source'], sum: ['total', 'paid'] },
    },
  },
  form: {
    sections: {
      Stay: [
        'customer',
        'hotel',
        'checkIn',
        'checkOut',
        'roomTypeCode',
        'rooms',
        'adults',
        'children',
      ],
      Extras: ['extras'],
      Details: ['nightlyRate', 'holdUntil', 'source', 'code', 'tags', 'notes'],
    },
  },
  detail: {
    tabs: ['payment-transactions', 'credit-notes', 'orders', 'tickets'],
    summary: [
      'customer',
      'hotel',
      { from: 'checkIn', to: 'checkOut', count: 'nights' },
      { of: 'total', done: 'paid' },
      { next: 'holdUntil', in: ['pending'] },
      { next: 'checkIn', in: ['pending', 'confirmed'] },
      { next: 'checkOut', in: ['checked_in'] },
    ],
    strip: [
      'total',
      'paid',
      'refunded',
      'due',
      'cancellationFee',
      'paymentState',
      { done: 'paid', of: 'total' },
    ],
    facts: {
      Stay: ['checkIn', 'checkOut', 'leftOn', 'roomTypeCode', 'rooms', 'nightlyRate'],
      Guests: ['adults', 'children', 'notes'],
      Extras: ['extras'],
    },
    aside: { Booking: ['customer', 'hotel', 'source', 'holdUntil'] },
    hide: ['refundable', 'refundedLines'],
  },
  timeline: { related: ['orders', 'tickets'], payments: ['payment-transactions'] },
  taggable: 'tags',
  metrics: {
    bookings: {
      label: 'Bookings',
      at: 'checkIn',
      where: { state: ['pending', 'confirmed', 'checked_in', 'checked_out'] },
      good: 'more',
      chart: true,
    },
    occupancy: {
      label: 'Occupancy',
      share: 'calendar',
      where: { 'hotel.state': 'published' },
      good: 'more',
    },
  },
  worklists: {
    arrivals: {
      label: 'Arrivals today',
      can: 'transition.checked_in',
      where: { state: 'confirmed' },
      due: { at: 'checkIn', since: '7d' },
      title: 'customer',
      show: ['hotel', 'roomTypeCode'],
    },
    departures: {
      label: 'Departures today',
      can: 'transition.checked_out',
      where: { state: 'checked_in' },
      due: { at: 'checkOut' },
      title: 'customer',
      show: ['hotel', 'paymentState'],
    },
    holds: {
      label: 'Holds about to expire',
      can: 'transition.confirmed',
      where: { state: 'pending' },
      due: { at: 'holdUntil', within: '24h' },
      title: 'customer',
      show: ['hotel', { from: 'checkIn', to: 'checkOut', count: 'nights' }],
    },
  },
  nav: { group: 'Stays', icon: 'calendar' },
})

export type Booking = Row<typeof booking>
