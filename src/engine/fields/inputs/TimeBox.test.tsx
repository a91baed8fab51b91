// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { isTime } from '../dates/dayText.ts'
import { TimeBox } from './TimeBox.tsx'

afterEach(cleanup)

/** A setting that takes only times, as one that saves itself does. */
const open = () => {
  const taken: string[] = []
  const Setting = () => {
    const [time, setTime] = useState('09:00')
    return (
      <TimeBox
        label="From"
        value={time}
        onChange={(next) => {
          if (!isTime(next)) return
          taken.push(next)
          setTime(next)
        }}
      />
    )
  }
  render(
    <MantineProvider>
      <Setting />
    </MantineProvider>,
  )
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })
  const type = async (text: string) => {
    await userEvent.clear(input)
    await userEvent.type(input, text)
  }
  return { input, taken, type, shown: () => input.value.replace(/\s/g, ' ') }
}

test.each([
  ['9', '9:00 AM', '09:00'],
  ['930', '9:30 AM', '09:30'],
  ['17:05', '5:05 PM', '17:05'],
  ['5pm', '5:00 PM', '17:00'],
  ['24:00', '12:00 AM', '00:00'],
])('typing %s shows %s', async (text, shown, value) => {
  const box = open()
  await box.type(text)
  await userEvent.tab()
  expect(box.shown()).toBe(shown)
  expect(box.taken.at(-1)).toBe(value)
})

test('keeps invalid text as typed, shows an error on blur and does not take the value', async () => {
  const box = open()
  await box.type('soon')
  expect(screen.queryByText(/Use a time/)).toBeNull()
  await userEvent.tab()
  expect(box.shown()).toBe('soon')
  expect(box.input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/Use a time such as 9:30.AM/)).toBeTruthy()
  expect(box.taken).toEqual([])
  await box.type('8')
  await userEvent.tab()
  expect(screen.queryByText(/Use a time/)).toBeNull()
  expect(box.taken.at(-1)).toBe('08:00')
})

test('arrow keys step by 15 minutes; a cleared value is restored on blur', async () => {
  const box = open()
  await userEvent.click(box.input)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(box.shown()).toBe('9:15 AM')
  await userEvent.clear(box.input)
  await userEvent.tab()
  expect(box.shown()).toBe('9:15 AM')
  expect(box.taken.at(-1)).toBe('09:15')
})
