// @vitest-environment jsdom
import { Input } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { classes, Labelled, TextInput } from './TextInput.tsx'

test('inputs have the classes of Mantine, whose sheet draws them', () => {
  expect({ ...Input.classes, ...classes }).toEqual({ ...Input.classes, ...Input.Wrapper.classes })
})

test('an input has its label, and is described by its error and its hint', () => {
  render(<TextInput label="Name" description="As on the sign" error="Too long" required />)
  const input = screen.getByRole('textbox', { name: /^Name/ })
  expect(input).toHaveProperty('required', true)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const texts = input.getAttribute('aria-describedby')!.split(' ')
  expect(texts.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Too long',
    'As on the sign',
  ])
})

test('an error without a text marks the input, and nothing describes it', () => {
  render(<TextInput aria-label="Code" error />)
  const input = screen.getByRole('textbox', { name: 'Code' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-describedby')).toBeNull()
})

test('the label of a group belongs to no input', () => {
  render(
    <Labelled id="pay" label="Pay" group>
      <input aria-labelledby="pay-label" />
    </Labelled>,
  )
  expect(screen.getByText('Pay').tagName).toBe('DIV')
  expect(screen.getByRole('textbox', { name: 'Pay' })).toBeTruthy()
})
