import { expect, test } from 'vitest'
import { ATTACHED, fitInside } from './fitInside.ts'

test.each([
  ['as it is', { width: 60, height: 40 }, { width: 60, height: 40 }],
  ['as wide as the box', { width: 2200, height: 100 }, { width: 220, height: 10 }],
  ['as high as the box', { width: 1600, height: 1600 }, { width: 160, height: 160 }],
  ['never thinner than a pixel', { width: 40_000, height: 1 }, { width: 220, height: 1 }],
])('scales a picture to be %s', (_how, picture, shown) => {
  expect(fitInside(picture, ATTACHED)).toEqual(shown)
})
