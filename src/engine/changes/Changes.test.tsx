// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { operationQuery, type Operation } from '#data/changes.ts'
import { Changes } from './Changes.tsx'

const operation = (id: string, state: Operation['state']): Operation => ({
  id,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'bulk',
  name: 'patch',
  channel: 'web',
  collection: 'books',
  recordId: null,
  title: null,
  state,
  count: 100,
  counts: { done: 40 },
  jobId: id,
  waiting: false,
  undoOf: null,
  undoneBy: null,
  canUndo: true,
})

test('each followed change can be shown, with how it ended', async () => {
  const all = [operation('a', 'cancelled'), operation('b', 'failed'), operation('c', 'done')]
  localStorage.setItem('operations', JSON.stringify(all.map(({ id }) => id)))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const each of all) client.setQueryData(operationQuery(each.id).queryKey, each)
  render(
    <QueryClientProvider client={client}>
      <Changes />
    </QueryClientProvider>,
  )
  const shown = () => screen.getAllByRole('button').map((button) => button.textContent)
  expect(shown()).toEqual(['Result', '', '3/3'])
  fireEvent.click(screen.getByRole('button', { name: '3 of 3: show the next one' }))
  expect(shown()).toEqual(['Failed', '', '2/3'])
  fireEvent.click(screen.getByRole('button', { name: '2 of 3: show the next one' }))
  expect(shown()).toEqual(['Cancelled', '', '1/3'])
  fireEvent.click(screen.getByRole('button', { name: '1 of 3: show the next one' }))
  expect(shown()).toEqual(['Result', '', '3/3'])
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss the result' }))
  expect(shown()).toEqual(['Failed', '', '2/2'])
})
