// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { modelOf } from '../../resource.ts'
import { useCountText } from './countText.ts'

test('a layout that shows a part of the records says of how many', () => {
  const { result } = renderHook(() => useCountText(modelOf('hotels')!))
  expect(result.current(25, undefined)).toBe('25 hotels')
  expect(result.current(1234, undefined)).toBe('1,234 hotels')
  expect(result.current(2000, { total: 3456, totalIsExact: true })).toMatch(
    /^The first 2,000 of 3,456 hotels;/,
  )
  expect(result.current(2000, { total: 10_000, totalIsExact: false })).toMatch(
    /^The first 2,000 of 10,000\+ hotels;/,
  )
})
