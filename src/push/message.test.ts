import { expect, test } from 'vitest'
import { readPush } from './message.ts'

const sent = (value: unknown) => readPush(JSON.stringify(value))

test('a message shows its title and body and leads to its link', () => {
  expect(sent({ notification: { title: 'New order', body: 'No. 12' }, data: { link: '/order' } })).toEqual({ title: 'New order', body: 'No. 12', link: '/order' })
})

test('a link out of our origin leads to the start', () => {
  for (const link of ['https://evil.example', '//evil.example', '/\\evil.example', 7]) expect(sent({ notification: { title: 'T' }, data: { link } })?.link).toBe('/')
})

test('what is not a notification shows nothing', () => {
  for (const value of [null, [], 'x', {}, { notification: null }, { notification: { body: 'no title' } }]) expect(sent(value)).toBeUndefined()
  expect(readPush('not json')).toBeUndefined()
  expect(readPush(undefined)).toBeUndefined()
})
