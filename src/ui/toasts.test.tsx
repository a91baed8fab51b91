// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toast } from './toast.ts'

test('toasts of every tone close after 5,000 ms unless they are marked to stay', async () => {
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  )
  toast.success('Saved')
  toast.error({ title: 'Not saved', message: 'Try again' })
  toast.info({ message: 'New message', progress: true })
  toast.info({ message: 'A new version is there', stays: true })
  await waitFor(() =>
    expect(notificationsStore.getState().notifications.map((n) => n.autoClose)).toEqual([
      5000,
      5000,
      5000,
      false,
    ]),
  )
})

test('only the error for code that can no longer be loaded uses a toast that stays', () => {
  const asking = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /\bstays: true\b/.test(readFileSync(`src/${file}`, 'utf8')))
  expect(asking).toEqual(['app/preloadError.ts'])
})
