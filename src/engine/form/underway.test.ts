import { expect, test } from 'vitest'
import { noteWork, workDone } from './underway.ts'

test('who waits for a form waits for all that is under way in it, also for what begins meanwhile and for what fails', async () => {
  const [form, other] = [{}, {}]
  const said: string[] = []
  const gates = new Map<string, () => void>()
  const work = (name: string, fails = false) =>
    new Promise<void>((resolve, reject) => {
      gates.set(name, () => {
        said.push(name)
        if (fails) reject(new Error(name))
        else resolve()
      })
    })
  const first = work('first')
  noteWork(form, first)
  void first.then(() => noteWork(form, work('second', true)))
  noteWork(other, work('other'))
  const done = workDone(form).then(() => said.push('saved'))
  gates.get('first')!()
  await first
  await Promise.resolve()
  gates.get('second')!()
  await done
  expect(said).toEqual(['first', 'second', 'saved'])
  await workDone({})
})
