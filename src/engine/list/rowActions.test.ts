import { describe, expect, test } from 'vitest'
import { toy } from '#tests/toy.ts'
import type { ResourceRights } from '../resource.ts'
import { titleOf } from '../recordActions.ts'
import { rowActions } from './rowActions.ts'

const book = toy('book')
const rights = (change: Partial<ResourceRights> = {}): ResourceRights => ({
  list: true,
  read: true,
  create: true,
  update: true,
  delete: true,
  purge: true,
  export: true,
  import: true,
  importHistory: true,
  tenant: false,
  action: () => true,
  transition: () => true,
  readField: () => true,
  writeField: () => true,
  ...change,
})
const row = (state: string) => ({
  id: '0198f6a2-0000-7000-8000-000000000001',
  version: 1,
  title: 'Sea',
  state,
})
const names = (state: string, r = rights(), trashed = false) =>
  rowActions(book, row(state), r, trashed).map((a) =>
    a.kind === 'transition' ? `to ${a.transition.name}` : a.kind,
  )

describe('the menu of a row', () => {
  test('hides staff-only transitions from tenants, and rule-only transitions from everyone', () => {
    const open = book.transitions.filter((t) => t.from === 'draft')
    const limited = (only: 'staff' | 'rules') => ({
      ...book,
      transitions: book.transitions.map((t) => (t === open[0] ? { ...t, only } : t)),
    })
    const transitions = (resource: typeof book, tenant: boolean) =>
      rowActions(resource, row('draft'), rights({ tenant }), false).flatMap((a) =>
        a.kind === 'transition' ? [a.transition.name] : [],
      )
    expect(open.length).toBeGreaterThan(0)
    expect(transitions(limited('staff'), false)).toContain(open[0]!.name)
    expect(transitions(limited('staff'), true)).not.toContain(open[0]!.name)
    expect(transitions(limited('rules'), false)).not.toContain(open[0]!.name)
  })
  test('offers the transitions that the state allows', () => {
    expect(names('draft')).toEqual([
      'view',
      'peek',
      'edit',
      'duplicate',
      'to in_review',
      'to archived',
      'history',
      'delete',
    ])
    expect(names('suspended')).toContain('to published')
    expect(names('archived').filter((n) => n.startsWith('to'))).toEqual([])
  })
  test('offers only permitted actions', () => {
    expect(
      names(
        'draft',
        rights({
          update: false,
          create: false,
          delete: false,
          transition: (s) => s === 'in_review',
        }),
      ),
    ).toEqual(['view', 'peek', 'to in_review', 'history'])
    expect(
      names(
        'draft',
        rights({
          read: false,
          update: false,
          create: false,
          delete: false,
          transition: () => false,
        }),
      ),
    ).toEqual([])
  })
  test('offers only restore and permanent deletion in the trash', () => {
    expect(names('draft', rights(), true)).toEqual(['restore', 'purge'])
    expect(names('draft', rights({ purge: false }), true)).toEqual(['restore'])
  })
  test('marks the transitions that need a reason', () => {
    const to = rowActions(book, row('published'), rights(), false).flatMap((a) =>
      a.kind === 'transition' ? [a.transition] : [],
    )
    expect(to.map((t) => [t.name, t.reason])).toEqual([
      ['suspended', true],
      ['archived', true],
    ])
  })
})

test('names a record without a title by its label and id', () => {
  expect(titleOf(book, { ...row('draft'), title: '' })).toBe('Book 00000001')
})
