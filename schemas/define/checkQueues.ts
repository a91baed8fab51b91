import type { FieldModel } from './describe.ts'
import { problem, type Check } from './problem.ts'
import type { QueueDef } from './queues.ts'

/** Checks queues of a list: their fields exist and have a kind the condition can be about. */
export const checkQueues: Check = function* ({ def, field }, all) {
  const queues: Readonly<Record<string, QueueDef>> = def.list?.queues ?? {}
  const isPerson = ({ ref }: FieldModel) =>
    ref !== undefined && all.some((s) => s.def.person && s.def.name === ref)
  const isInstant = (f: FieldModel) => f.kind === 'instant'
  for (const [name, queue] of Object.entries(queues)) {
    const at = `${def.name}.list.queues.${name}`
    const named = [
      ['mine', queue.mine, isPerson, 'reference to people'],
      ['without', queue.without, (f: FieldModel) => !f.required, 'field that may be empty'],
      ['due', queue.due?.field, isInstant, 'instant'],
    ] as const
    for (const [part, given, fits, what] of named) {
      const found = given === undefined ? undefined : field(given)
      if (given !== undefined && (!found || !fits(found))) {
        yield problem(
          'queue.field',
          `${at}.${part}`,
          `"${given}" is not a ${what}.`,
          `Name a ${what}.`,
        )
      }
    }
    for (const state of queue.in ?? []) {
      if (!Object.keys(def.states ?? {}).includes(state)) {
        yield problem('queue.state', `${at}.in`, `There is no state "${state}".`, 'Name a state.')
      }
    }
    const sort = queue.sort?.replace(/^-/, '')
    if (
      sort !== undefined &&
      !(def.list?.columns as readonly string[] | undefined)?.includes(sort)
    ) {
      yield problem(
        'queue.sort',
        `${at}.sort`,
        `"${sort}" is not a column of the list.`,
        'Sort by one of its columns.',
      )
    }
    if (!queue.in && !queue.mine && !queue.without && !queue.due) {
      yield problem('queue.empty', at, 'It has no condition.', 'Give it one, or remove it.')
    }
  }
}
