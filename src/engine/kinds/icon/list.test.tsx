// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { modelOf } from '../../resource.ts'
import { list } from './list.tsx'

afterEach(cleanup)

test('a list cell draws the icon with its name as title; an export contains the name', async () => {
  const field = modelOf('facilities')!.fields.find((f) => f.kind === 'icon')!
  const format = list.format(field, 'en', 'UTC')
  expect(format('wifi')).toBe('wifi')
  const linkTo = () => null
  const { container } = render(
    <>{list.cell?.({ field, value: 'wifi', format, included: {}, pictures: [], linkTo })}</>,
  )
  const icon = await screen.findByRole('img', { name: 'wifi' })
  expect(icon.title).toBe('wifi')
  expect(icon.querySelector('svg')).not.toBeNull()
  expect(container.textContent).toBe('')
})
