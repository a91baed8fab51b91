// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PlanView } from './PlanView.tsx'

test('an estimate says of how many records it is, not that only these will change', () => {
  const plan = {
    count: 31_600,
    examined: 8_500,
    estimate: true,
    counts: { done: 8_400, refused: 100 },
    reasons: [],
    refusals: [],
    rows: [],
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlanView plan={plan} uses={undefined} />
    </QueryClientProvider>,
  )
  const said = screen.getByRole('status').textContent
  expect(said).toContain('8,400 of the first 8,500 records will change')
  expect(screen.getByText('The other 23,100 are checked as they are changed.')).toBeDefined()
})
