// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { computeAccessibleDescription } from 'dom-accessibility-api'
import { expect, test } from 'vitest'
import { Switch } from './Switch.tsx'

test('description and error are the accessible description of a switch, not part of its name', () => {
  const { rerender } = render(
    <Switch label="Active" description="Shown to guests" error="Needs a price" />,
  )
  const control = screen.getByRole('switch', { name: 'Active' })
  expect(computeAccessibleDescription(control)).toBe('Shown to guests Needs a price')
  expect(control.getAttribute('aria-invalid')).toBe('true')
  rerender(<Switch label="Active" error={false} />)
  expect(computeAccessibleDescription(control)).toBe('')
  expect(control.hasAttribute('aria-invalid')).toBe(false)
})
