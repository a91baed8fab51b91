/** The action that every entity with an assignment field gets. */
import { z } from './zod.ts'
import type { ActionDef, StateDef } from './resource.ts'

/** Every state a record can leave. */
export const openStates = (states: Readonly<Record<string, StateDef>> | undefined): string[] =>
  Object.entries(states ?? {}).flatMap(([name, { final }]) => (name === '*' || final ? [] : [name]))

/**
 * The action of an entity whose records are assigned to one person: its only input is the person,
 * and an empty one unassigns. Needs `<entity>.assign`, not the right to change the record. A record
 * in a final state keeps who had it.
 */
export const assignAction = (
  field: string,
  person: z.ZodType,
  states: Readonly<Record<string, StateDef>> | undefined,
): ActionDef => ({
  label: 'Assign',
  from: openStates(states),
  input: z.object({ [field]: z.optional(person) }),
  undo: true,
})
