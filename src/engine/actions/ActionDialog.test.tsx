// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { modelOf } from '../resource.ts'
import { ActionDialog } from './ActionDialog.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(cleanup)

test.each([
  ['Send again', 'Cancel', false],
  ['Cancel visit', 'Back', false],
  ['Send again', 'Not now', true],
])('beside “%s” the cancel button is labelled “%s”', (label, out, follows) => {
  const resource = modelOf('customers')!
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ActionDialog
          resource={resource}
          record={{ id: 'c1', version: 1, name: 'Ann' }}
          action={{ ...resource.actions[0]!, label, fields: [] }}
          follows={follows}
          settle={() => undefined}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('button', { hidden: true }).map((b) => b.textContent)).toEqual(
    expect.arrayContaining([out, label]),
  )
})
