// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { startI18n } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { usePreference } from './preference.ts'

/** Writes the server received; the test decides when each gets a response. */
let writes: { value: unknown; respond: (status: number) => Promise<void> }[] = []
let client: QueryClient
const read = (raw: unknown) => raw === true
const me = (preferences: Me['preferences']): Me => ({
  person: null,
  waiting: false,
  account: { id: 'x', name: 'X', email: null, emailVerified: true, twoFactor: false },
  roles: [],
  permissions: [],
  rights: '',
  preferences,
  organisation: { name: 'O', currency: 'EUR', timeZone: 'UTC' },
})

const Switch = () => {
  const [on, change] = usePreference('lamp', read)
  return (
    <input type="checkbox" aria-label="Lamp" checked={on} onChange={() => change((old) => !old)} />
  )
}
const lamp = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Lamp' })

beforeAll(() => startI18n('en'))
beforeEach(() => {
  writes = []
  vi.stubGlobal(
    'fetch',
    (_: string, init: RequestInit) =>
      new Promise<Response>((resolve) => {
        writes.push({
          value: JSON.parse(String(init.body)),
          respond: (status) =>
            act(async () => {
              resolve(new Response(status === 204 ? null : '{}', { status }))
              await new Promise((done) => setTimeout(done))
            }),
        })
      }),
  )
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(keys.me, me({}))
  render(
    <QueryClientProvider client={client}>
      <Switch />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('shows the change immediately and keeps it once saved', async () => {
  lamp().click()
  expect(lamp().checked).toBe(true)
  await waitFor(() => expect(writes).toHaveLength(1))
  expect(writes[0]?.value).toBe(true)
  await writes[0]?.respond(204)
  expect(lamp().checked).toBe(true)
  expect(client.getQueryData<Me>(keys.me)?.preferences).toEqual({ lamp: true })
})

test('ignores a stale response while a change is pending', async () => {
  lamp().click()
  await act(async () => {
    client.setQueryData(keys.me, me({ lamp: false }))
  })
  expect(lamp().checked).toBe(true)
  await waitFor(() => expect(writes).toHaveLength(1))
  await writes[0]?.respond(204)
  expect(lamp().checked).toBe(true)
})

test('saves changes one after another, the last one last', async () => {
  lamp().click()
  lamp().click()
  await waitFor(() => expect(writes).toHaveLength(1))
  await writes[0]?.respond(204)
  await waitFor(() => expect(writes.map((w) => w.value)).toEqual([true, false]))
  await writes[1]?.respond(204)
  expect(lamp().checked).toBe(false)
  expect(client.getQueryData<Me>(keys.me)?.preferences).toEqual({ lamp: false })
})

test('reports a change that could not be saved, and can be changed again', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue(undefined as never)
  lamp().click()
  await waitFor(() => expect(writes).toHaveLength(1))
  await writes[0]?.respond(422)
  expect(said).toHaveBeenCalledExactlyOnceWith('The setting could not be saved')
  lamp().click()
  await waitFor(() => expect(writes).toHaveLength(2))
  await writes[1]?.respond(204)
  expect(lamp().checked).toBe(false)
})
