import { expect, test } from 'vitest'
import { ownPath, readPush } from './message.ts'

const origin = 'https://desk.example.com'
const sent = (value: unknown) => readPush(JSON.stringify(value), origin)
const note = { title: 'T', body: 'B' }

test('a message shows its title and body and leads to its link', () => {
  expect(
    sent({
      notification: { title: ' New order ', body: 'No. 12' },
      data: { link: '/order?state=new#top', key: 'k' },
      from: '1',
      fcmMessageId: 'm',
    }),
  ).toEqual({ title: 'New order', body: 'No. 12', link: '/order?state=new#top', key: 'k' })
  expect(sent({ notification: note, fcmMessageId: 'm' })).toEqual({ ...note, link: '/', key: 'm' })
})

test('the link may stand where the console of the service puts it', () => {
  expect(sent({ notification: note, fcmOptions: { link: `${origin}/order` } })?.link).toBe('/order')
  expect(sent({ notification: { ...note, click_action: '/order' } })?.link).toBe('/order')
})

test('a link out of our origin leads to the start', () => {
  for (const link of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    `${origin}.evil.example/`,
    'http://',
    7,
    null,
    {},
    '',
  ]) {
    expect(ownPath(origin, link), String(link)).toBe('/')
  }
})

test('what lacks a title or a body shows nothing, nor what is no message at all', () => {
  for (const value of [
    null,
    [],
    'x',
    7,
    {},
    { notification: null },
    { notification: 'T' },
    { notification: { body: 'no title' } },
    { notification: { title: 'no body' } },
    { notification: { title: ' ', body: 'B' } },
    { notification: { title: 'T', body: '\n' } },
    { notification: { title: { a: 1 }, body: 'B' } },
    { notification: { title: ['T'], body: 'B' } },
    { data: note },
  ]) {
    expect(sent(value), JSON.stringify(value)).toBeUndefined()
  }
  for (const raw of ['not json', '', '{"notification":', undefined]) {
    expect(readPush(raw, origin)).toBeUndefined()
  }
})

test('texts of any length are cut to what a device shows', () => {
  const long = sent({ notification: { title: 'T'.repeat(9000), body: 'B'.repeat(9000) } })
  expect([long?.title.length, long?.body.length]).toEqual([200, 1000])
})
