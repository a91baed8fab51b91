import { expect, test } from 'vitest'
import * as z from 'zod'
import { say } from '#model/message.ts'
import { fieldProblems, zodText } from './issues.ts'

const shape = z.strictObject({
  reason: z.string().max(3, zodText(say('At most {{n}} letters', { n: 3 }))),
})
const problemsOf = (value: unknown) => fieldProblems(shape.safeParse(value).error!.issues)

test('a check of a schema keeps the values of its message, for other languages', () => {
  expect(problemsOf({ reason: 'long' })).toEqual([
    {
      path: 'reason',
      code: 'invalid_value',
      message: { text: 'At most {{n}} letters', params: { n: 3 } },
    },
  ])
})

test('each unknown name is a problem of its own', () => {
  expect(problemsOf({ reason: 'ok', a: 1, b: 2 })).toMatchObject([
    { path: 'a', code: 'unknown_name' },
    { path: 'b', code: 'unknown_name' },
  ])
})
