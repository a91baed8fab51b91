// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FieldModel } from '#model/types.ts'
import type { ValueProps } from './types.ts'
import { values } from './values.ts'

const drawn = (field: FieldModel, props: Partial<ValueProps>): HTMLElement => {
  const Value = values[field.kind]
  return render(
    <Value
      field={field}
      value={null}
      text=""
      included={undefined}
      draw={(part) => <i>{part.name}</i>}
      {...props}
    />,
  ).container
}
const field = (kind: FieldModel['kind'], more: Partial<FieldModel> = {}): FieldModel => ({
  name: 'f',
  label: 'F',
  kind,
  required: false,
  ...more,
})

afterEach(cleanup)

test('breaks an address between its parts only', () => {
  const text = 'Rua do Sol 14, 4000-001 Porto, Portugal'
  const box = drawn(field('address'), { text })
  expect(box.textContent).toBe(text)
  expect([...box.children].map((part) => part.textContent)).toEqual([
    'Rua do Sol 14, ',
    '4000-001 Porto, ',
    'Portugal',
  ])
})

test('shows a web address without its scheme', () => {
  const text = 'https://www.example.com/rooms/'
  const link = drawn(field('url'), { text }).querySelector('a')!
  expect([link.textContent, link.href]).toEqual(['example.com/rooms/', text])
})
