import { expect, test } from 'vitest'
import * as z from 'zod'
import { say } from '#model/message.ts'
import { Problem } from './problem.ts'
import { bodyAs, zodText } from './issues.ts'

const shape = z.strictObject({
  reason: z.string().max(3, zodText(say('At most {{n}} letters', { n: 3 }))),
})
const problemsOf = (value: unknown, of: z.ZodType = shape): unknown => {
  try {
    return bodyAs(of, value)
  } catch (error) {
    if (error instanceof Problem) return error.extra.errors
    throw error
  }
}

test('a schema check keeps the parameters of its message for translation', () => {
  expect(problemsOf({ reason: 'long' })).toEqual([
    {
      path: 'reason',
      code: 'invalid_value',
      message: { text: 'At most {{n}} letters', params: { n: 3 } },
    },
  ])
})

test('each unknown name is reported as a separate problem', () => {
  expect(problemsOf({ reason: 'ok', a: 1, b: 2 })).toMatchObject([
    { path: 'a', code: 'unknown_name' },
    { path: 'b', code: 'unknown_name' },
  ])
})

test('a check without its own message gets a catalogue message with its parameters', () => {
  const plain = z.strictObject({
    name: z.string().trim().min(1).max(5),
    hours: z.int().min(1).max(40),
    ids: z.array(z.guid()).max(1),
    choice: z.enum(['a', 'b']),
    flag: z.boolean(),
  })
  const said = problemsOf(
    { name: 'too long', hours: 0.5, ids: ['x'], choice: 'c', flag: 'yes' },
    plain,
  )
  expect(said).toMatchObject([
    { path: 'name', message: { text: 'At most {{n}} characters', params: { n: 5 } } },
    { path: 'hours', message: 'Enter a whole number' },
    { path: 'ids.0', message: 'This is not an id' },
    { path: 'choice', message: 'Choose one of the options' },
    { path: 'flag', message: 'Choose yes or no' },
  ])
  expect(problemsOf({}, plain)).toMatchObject([
    { path: 'name', message: 'Required' },
    { path: 'hours', message: 'Required' },
    { path: 'ids', message: 'Required' },
    { path: 'choice', message: 'Required' },
    { path: 'flag', message: 'Required' },
  ])
})
