// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#data/queries.ts'
import type { Me, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { Hosts } from '#ui/hosts.tsx'
import { startI18n } from '#ui/i18n.ts'
import { DetailActions } from './DetailActions.tsx'

vi.mock('virtual:model', async () => ({ default: (await import('#tests/toy.ts')).toyModel }))

const book = toy('book', toyModel)
/** Records that are also accounts: a draft is an invited person, an archived one has left. */
const people: ResourceModel = {
  ...book,
  person: {
    name: 'title',
    email: 'code',
    roles: 'tags',
    tenant: 'author',
    active: 'published',
    requested: 'asked',
  },
}
const recordIn = (state: string): RecordData =>
  ({
    id: '0198f6a2-0000-7000-8000-000000000001',
    version: 1,
    title: 'Sea',
    state,
    deletedAt: null,
  }) as unknown as RecordData
const calls: { path: string; body: unknown }[] = []
let status = 202

const open = async (resource: ResourceModel, state: string, permissions: readonly string[]) => {
  const client = new QueryClient()
  client.setQueryData(keys.me, {
    person: null,
    waiting: false,
    account: { id: 'x', name: 'X', email: null, emailVerified: true, twoFactor: false },
    roles: [],
    permissions,
    rights: '',
    preferences: {},
    organisation: { name: 'O', currency: 'EUR', timeZone: 'UTC' },
  } satisfies Me)
  client.setQueryDefaults(keys.me, { staleTime: Infinity })
  const root = createRootRoute({
    component: () => (
      <>
        <DetailActions resource={resource} record={recordIn(state)} />
        <Hosts />
      </>
    ),
    staticData: { permission: null, label: '' },
  })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider
          router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await screen.findByRole('menuitem', { name: 'Print' })
  return {
    user,
    invite: () => screen.queryByRole('menuitem', { name: 'Send the invitation again' }),
  }
}

beforeAll(async () => {
  await startI18n('en')
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
})
beforeEach(() => {
  calls.length = 0
  status = 202
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    calls.push({
      path: new URL(input, 'http://localhost').pathname,
      body: JSON.parse(String(init.body)),
    })
    return new Response(
      JSON.stringify(
        status === 202
          ? { status: 'accepted' }
          : { status, title: 'Too many requests', detail: 'Too many attempts.' },
      ),
      { status },
    )
  })
})
afterEach(cleanup)

test('sends a person’s invitation again and confirms it', async () => {
  const { user, invite } = await open(people, 'draft', ['book.read', 'book.update'])
  await user.click(invite()!)
  expect(await screen.findByText('The invitation to “Sea” is on its way')).toBeTruthy()
  expect(calls).toEqual([{ path: '/api/auth/invite', body: { person: recordIn('draft').id } }])
})

test('shows why an invitation was not sent', async () => {
  status = 429
  const { user, invite } = await open(people, 'draft', ['book.read', 'book.update'])
  await user.click(invite()!)
  expect(await screen.findByText('Too many attempts.')).toBeTruthy()
})

test.each([
  ['of other entities', book, 'draft', ['book.read', 'book.update']],
  ['to those who were let in', people, 'published', ['book.read', 'book.update']],
  ['to those who left', people, 'archived', ['book.read', 'book.update']],
  ['by those who may not change the record', people, 'draft', ['book.read']],
] as const)('does not offer an invitation %s', async (_, resource, state, permissions) => {
  const { invite } = await open(resource, state, permissions)
  expect(invite()).toBeNull()
})

const ways = [
  ['taken_back', 'Take back', 'danger'],
  ['archived', 'Archive', 'neutral'],
  ['reprint', 'Reprint', 'neutral'],
  ['paused', 'Pause', 'warning'],
  ['lent', 'Lend', 'neutral'],
] as const
const many = {
  ...book,
  actions: [],
  states: [
    ...book.states.filter((s) => s.value === 'draft'),
    ...ways.map(([value, text, tone]) => ({
      ...book.states[0]!,
      value,
      label: text,
      tone,
      final: value === 'archived',
    })),
  ],
  transitions: ways.map(([name, text]) => ({
    ...book.transitions[0]!,
    name,
    label: text,
    reason: false,
    from: 'draft',
  })),
} as ResourceModel
const may = [
  'book.read',
  'book.update',
  'book.delete',
  ...ways.map(([name]) => `book.transition.${name}`),
]
const shownIn = (role: 'button' | 'menuitem') => {
  const texts: readonly string[] = [...ways.map(([, text]) => text), 'Edit', 'Delete']
  return screen
    .queryAllByRole(role)
    .map((b) => b.textContent ?? '')
    .filter((text) => texts.includes(text))
}

test.each([
  ['a phone', true, ['Reprint'], ['Lend', 'Pause', 'Edit', 'Take back', 'Archive', 'Delete']],
  ['a desk', false, ['Reprint', 'Lend', 'Pause'], ['Take back', 'Archive', 'Delete']],
] as const)(
  '%s shows the next step first, as many buttons as fit, and ending actions in the menu',
  async (_, phone, shown, folded) => {
    const media = (matches: boolean) =>
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: matches && query === '(max-width: 599px)',
        addEventListener: () => {},
        removeEventListener: () => {},
      }))
    media(phone)
    await open(many, 'draft', may)
    expect(shownIn('button')).toEqual(shown)
    expect(shownIn('menuitem')).toEqual(folded)
    expect(screen.queryAllByRole('link', { name: 'Edit' })).toHaveLength(phone ? 0 : 1)
    media(false)
  },
)
