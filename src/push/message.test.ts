import { expect, test } from 'vitest'
import { ownPath, readPush } from './message.ts'

const origin = 'https://desk.example.com'
const sent = (value: unknown) => readPush(JSON.stringify(value), origin)
const note = { title: 'T', body: 'B' }

test('reads the title, body, link and key of a push message', () => {
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

test('also reads the link from fcmOptions and click_action', () => {
  expect(sent({ notification: note, fcmOptions: { link: `${origin}/order` } })?.link).toBe('/order')
  expect(sent({ notification: { ...note, click_action: '/order' } })?.link).toBe('/order')
})

test('replaces a link outside our origin with the start page', () => {
  for (const link of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    `${origin}//evil.example`,
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

test('ignores a message without title or body, and invalid data', () => {
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

test('shortens the title to 200 and the body to 1,000 characters', () => {
  const long = sent({ notification: { title: 'T'.repeat(9000), body: 'B'.repeat(9000) } })
  expect([long?.title.length, long?.body.length]).toEqual([200, 1000])
})
