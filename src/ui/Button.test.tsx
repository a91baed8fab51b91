// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button, buttonClass, IconButton, iconButtonClass } from './Button.tsx'

afterEach(cleanup)

test('a button submits its form only with type="submit"', () => {
  const submit = vi.fn((e: Event) => e.preventDefault())
  render(
    <form onSubmit={(e) => submit(e.nativeEvent)}>
      <Button>Open</Button>
      <IconButton aria-label="Close" />
      <Button type="submit">Save</Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(submit).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submit).toHaveBeenCalledTimes(1)
})

test('a loading button is busy and disabled, keeps its label and ignores clicks', () => {
  const press = vi.fn()
  const { rerender } = render(
    <Button loading disabled={false} onClick={press}>
      Save
    </Button>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true'])
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  rerender(
    <Button loading={false} onClick={press}>
      Save
    </Button>,
  )
  expect([button.disabled, button.hasAttribute('aria-busy')]).toEqual([false, false])
  fireEvent.click(button)
  expect(press).toHaveBeenCalledTimes(1)
})

test('buttonClass and iconButtonClass return the classes of the matching button, and a custom class', () => {
  const look = { variant: 'subtle', tone: 'danger', size: 'small', className: 'own' } as const
  render(<Button {...look}>Delete</Button>)
  render(<IconButton size={36} aria-label="More" className="own" />)
  expect(buttonClass(look)).toBe(screen.getByRole('button', { name: 'Delete' }).className)
  expect(iconButtonClass({ size: 36, className: 'own' })).toBe(
    screen.getByRole('button', { name: 'More' }).className,
  )
  expect(buttonClass(look).split(' ')).toContain('own')
  expect(buttonClass()).not.toContain('undefined')
})
