/** The actions that every entity with tags gets. */
import { openStates } from './assign.ts'
import { tag, tags } from './fields.ts'
import { MANAGE_TAGS, TAG } from './tagName.ts'
import { z } from './zod.ts'
import type { ActionDef, StateDef } from './resource.ts'

/**
 * `tag` adds tags to a record and removes others, for one record or many at once. Needs
 * `<entity>.tag`, not the right to change the record. A record in a final state keeps its tags.
 *
 * `manageTags` replaces tags of records by another, or removes them, in every state: renaming,
 * merging and deleting a tag is this action on all records with it. Needs `<entity>.manageTags`.
 */
export const tagActions = (
  collection: string,
  states: Readonly<Record<string, StateDef>> | undefined,
): Readonly<Record<string, ActionDef>> => ({
  [TAG]: {
    label: 'Tag',
    from: openStates(states),
    input: z.object({
      add: tags({ label: 'Add tags', tagsOf: collection }),
      remove: tags({ label: 'Remove tags', tagsOf: collection }),
    }),
    undo: true,
  },
  [MANAGE_TAGS]: {
    label: 'Manage tags',
    hidden: true,
    input: z.object({
      from: tags({ label: 'Tags', tagsOf: collection }),
      to: tag({ label: 'New name' }).optional(),
    }),
    undo: true,
  },
})
