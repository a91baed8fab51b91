import { describe, expect, test } from 'vitest'
import { libraryModel, toy } from '#tests/toy.ts'
import { grants } from '#schemas/define/permissions.ts'
import { compileAccess, systemActor } from './access.ts'
import { builtInRole, builtInRoles } from '../rules/userRole/builtin.ts'
import { sqlValues } from './rowRules.ts'
import type { Actor } from './types.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const as = (given: Actor['grants'], tenant: string | null = null) =>
  compileAccess(libraryModel, {
    kind: 'person',
    accountId: 'a',
    personId: null,
    name: 'Ada',
    tenant,
    roleIds: [],
    grants: given,
  })
const all = { allow: ['*'], deny: [] }

describe('access', () => {
  test('denies by default', () => {
    const access = as([])
    expect(access.can('book.list')).toBe(false)
    expect([...access.readable(toy('book'))]).toEqual([])
    expect([...access.writable(toy('book'))]).toEqual([])
    expect(access.rows(toy('book'), 't', sqlValues(), 'read')).toBe('false')
  })
  test('combines roles; a deny applies only within its own role', () => {
    const a = { allow: ['book.*'], deny: ['book.delete', 'book.field.price.*'] }
    expect(as([a]).can('book.delete')).toBe(false)
    expect(
      as([a, { allow: ['book.delete', 'book.field.price.read'], deny: [] }]).can('book.delete'),
    ).toBe(true)
    expect(as([a]).readable(toy('book')).has('price')).toBe(false)
    expect(
      as([a, { allow: ['book.read', 'book.field.price.read'], deny: [] }])
        .readable(toy('book'))
        .has('price'),
    ).toBe(true)
    expect(
      as([a, { allow: ['book.field.price.read'], deny: [] }])
        .writable(toy('book'))
        .has('price'),
    ).toBe(false)
  })
  test('does not open fields through a role that grants no rows', () => {
    const names = { allow: ['book.list', 'book.field.title.read'], deny: [] }
    const access = as([names, { allow: ['book.field.*'], deny: [] }])
    expect([...access.readable(toy('book'))]).toEqual(['title'])
    expect([...access.writable(toy('book'))]).toEqual([])
  })
  test('never allows writing derived fields or the state', () => {
    for (const access of [as([all]), compileAccess(libraryModel, systemActor)]) {
      expect(access.writable(toy('book')).has('score')).toBe(false)
      expect(access.writable(toy('book')).has('state')).toBe(false)
      expect(access.writable(toy('book')).has('title')).toBe(true)
      expect(access.readable(toy('book')).has('score')).toBe(true)
    }
  })
  test('gives the system access to every row', () => {
    expect(
      compileAccess(libraryModel, systemActor).rows(toy('member'), 't', sqlValues(), 'write'),
    ).toBe('true')
  })
  test('applies only the row rules of roles that grant the key', () => {
    const access = as([
      { allow: ['book.list'], deny: [] },
      { allow: ['book.update'], deny: [], rows: { book: { genre: 'novel' } } },
    ])
    expect(access.rows(toy('book'), 't', sqlValues(), 'read')).toBe('true')
    expect(access.rows(toy('book'), 't', sqlValues(), 'write')).toBe('t."genre" = $1')
    expect(access.rows(toy('book'), 't', sqlValues(), 'write', 'book.delete')).toBe('false')
  })
  test.each([
    ['author', 't.id = $1', 't.id = $1'],
    ['book', 't."author" = $1', 't."author" = $1'],
    [
      'loan',
      'exists (select 1 from "books" t_s where t_s."author" = $1 and t_s.id = t."book")',
      'exists (select 1 from "books" t_s where t_s."author" = $1 and t_s.id = t."book")',
    ],
    ['shelf', 'true', 'false'],
    ['member', 'false', 'false'],
    [
      'reader',
      'exists (select 1 from "loans" t_u where t_u."reader" = t.id and exists (select 1 from "books" t_u_s where t_u_s."author" = $1 and t_u_s.id = t_u."book") and t_u.deleted_at is null)',
      'false',
    ],
  ] as const)('limits a tenant to its rows of %s', (entity, read, write) => {
    expect(as([all], ID).rows(toy(entity), 't', sqlValues(), 'read')).toBe(read)
    expect(as([all], ID).rows(toy(entity), 't', sqlValues(), 'write')).toBe(write)
  })
  test('refuses tenants shared and hidden entities even with a role that allows everything', () => {
    const access = as([all], ID)
    expect(
      ['book.update', 'shelf.list', 'shelf.read', 'reader.list', 'loan.create'].map((k) =>
        access.can(k),
      ),
    ).toEqual([true, true, true, true, true])
    expect(
      [
        'shelf.update',
        'member.list',
        'reader.update',
        'memberRole.read',
        'shelf.field.name.write',
      ].map((k) => access.can(k)),
    ).toEqual([false, false, false, false, false])
    expect([...access.readable(toy('reader'))]).toEqual(['name'])
    expect([...access.writable(toy('shelf'))]).toEqual([])
  })
})

describe('built-in roles', () => {
  const may = (role: string, key: string) => grants(builtInRole(role).grants, key)
  test('have stable, distinct ids', () => {
    expect(builtInRoles.map((r) => r.id.slice(-1))).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(builtInRoles.map((r) => r.name)).toEqual([
      'super-admin',
      'manager',
      'support agent',
      'finance',
      'vendor staff',
      'viewer',
    ])
  })
  test.each([
    ['super-admin', ['userRole.update', 'hotel.purge', 'vendor.field.payoutAccount.write'], []],
    [
      'manager',
      [
        'hotel.update',
        'employee.field.roles.write',
        'booking.transition.cancelled',
        'paymentTransaction.refund',
      ],
      ['userRole.list', 'permission.list', 'vendor.field.payoutAccount.read', 'hotel.purge'],
    ],
    [
      'support agent',
      [
        'customer.update',
        'ticket.transition.solved',
        'notification.create',
        'hotel.read',
        'hotel.field.name.read',
      ],
      [
        'hotel.update',
        'paymentTransaction.list',
        'subscriptionInvoice.read',
        'vendor.field.payoutAccount.read',
        'customer.purge',
        'hotel.field.name.write',
      ],
    ],
    [
      'finance',
      [
        'order.update',
        'paymentTransaction.refund',
        'subscriptionPlan.create',
        'hotel.list',
        'vendor.approve',
      ],
      ['hotel.update', 'customer.update', 'order.purge', 'paymentTransaction.approve'],
    ],
    [
      'vendor staff',
      ['hotel.update', 'booking.create', 'proposal.create', 'service.update', 'customer.read'],
      ['customer.update', 'hotel.purge', 'vendor.update', 'hotel.transition.published'],
    ],
    [
      'viewer',
      ['hotel.list', 'booking.read', 'customer.field.name.read'],
      [
        'employee.list',
        'userRole.read',
        'permission.list',
        'customer.field.internalNote.read',
        'vendor.field.payoutAccount.read',
        'hotel.create',
        'hotel.export',
        'chatMessage.transition.read',
      ],
    ],
  ])('grants and refuses the expected permissions: %s', (role, granted, refused) => {
    expect(granted.filter((key) => !may(role, key))).toEqual([])
    expect(refused.filter((key) => may(role, key))).toEqual([])
  })
})
