import { expect, test } from 'vitest'
import { say } from '#model/message.ts'
import { conflict, invalid } from './problem.ts'

test('a problem with parameters contains its English text, the template and the parameters', () => {
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

test('a problem without parameters contains only its English text', () => {
  const body = invalid([{ path: 'title', code: 'required', message: 'Required' }]).toJSON()
  expect(body).toMatchObject({ detail: 'Required' })
  expect(body).not.toHaveProperty('params')
  expect(body.errors).toEqual([{ path: 'title', code: 'required', message: 'Required' }])
})
