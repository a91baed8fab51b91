/** The action that every entity with tags gets. */
import { openStates } from './assign.ts'
import { tags } from './fields.ts'
import { z } from './zod.ts'
import type { ActionDef, StateDef } from './resource.ts'

/**
 * The action that adds tags to a record and removes others, for one record or many at once. Needs
 * `<entity>.tag`, not the right to change the record. A record in a final state keeps its tags.
 */
export const tagAction = (states: Readonly<Record<string, StateDef>> | undefined): ActionDef => ({
  label: 'Tag',
  from: openStates(states),
  input: z.object({
    add: tags({ label: 'Add tags' }),
    remove: tags({ label: 'Remove tags' }),
  }),
  undo: true,
})
