import { expect, test } from 'vitest'
import { say } from '#model/message.ts'
import { conflict, invalid } from './problem.ts'

test('a problem has its English text, and with values the template and the values', () => {
  expect(conflict('full', 'rooms', say('At most {{n}} entries', { n: 3 })).toJSON()).toMatchObject({
    detail: 'At most 3 entries',
    text: 'At most {{n}} entries',
    params: { n: 3 },
    errors: [
      {
        path: 'rooms',
        code: 'full',
        message: 'At most 3 entries',
        text: 'At most {{n}} entries',
        params: { n: 3 },
      },
    ],
  })
})

test('a problem without values has its English text alone', () => {
  const body = invalid([{ path: 'title', code: 'required', message: 'Required' }]).toJSON()
  expect(body).toMatchObject({ detail: 'Required' })
  expect(body).not.toHaveProperty('params')
  expect(body.errors).toEqual([{ path: 'title', code: 'required', message: 'Required' }])
})
