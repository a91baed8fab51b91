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

test('shows a web address without https, but with any other scheme', () => {
  const link = (text: string) => drawn(field('url'), { text }).querySelector('a')
  const text = 'https://www.example.com/rooms/'
  expect([link(text)!.textContent, link(text)!.href]).toEqual(['www.example.com/rooms/', text])
  expect(link('http://example.com/')!.textContent).toBe('http://example.com/')
  expect(link('javascript:alert(1)//https://example.com')).toBeNull()
})
