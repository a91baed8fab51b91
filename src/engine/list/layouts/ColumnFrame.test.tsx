// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ColumnFrame } from './ColumnFrame.tsx'

afterEach(cleanup)

const column = (count: number | undefined, folded = false) => (
  <ColumnFrame
    column={{ value: 'open', label: 'Open', tone: 'info' }}
    count={count}
    sums=""
    folded={folded}
    onFold={() => undefined}
    takes={undefined}
    over={false}
  >
    <p>Cards</p>
  </ColumnFrame>
)

test.each([false, true])('a column names no number before it is known (folded: %s)', (folded) => {
  const { rerender } = render(column(undefined, folded))
  expect(screen.getByRole('region', { name: 'Open' }).textContent).not.toContain('0')
  rerender(column(5246, folded))
  expect(screen.getByRole('region', { name: 'Open: 5,246' }).textContent).toContain('5,246')
})
