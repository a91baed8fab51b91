import { expect, test } from 'vitest'
import { readFrames } from './stream.ts'

test('parses complete frames and keeps an incomplete one for later', () => {
  const text =
    'retry: 2000\nid: 1\nevent: ready\ndata: {}\n\n: still here\n\nid: 2\nevent: change\ndata: {"a":1}\n\nid: 3\nda'
  expect(readFrames(text)).toEqual({
    frames: [
      { id: '1', event: 'ready', data: '{}' },
      { id: '2', event: 'change', data: '{"a":1}' },
    ],
    rest: 'id: 3\nda',
  })
})

test('joins data that spans several lines', () => {
  expect(readFrames('data: a\ndata: b\n\n').frames).toEqual([
    { id: undefined, event: 'message', data: 'a\nb' },
  ])
})
