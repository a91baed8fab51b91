import { expect, test } from 'vitest'
import { noteWork, workDone } from './underway.ts'

test('waits for all pending work of the form, including work started meanwhile and work that fails', async () => {
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
