/** Tagging records: the action that adds and removes tags. */
import { TAG } from '#schemas/define/tagName.ts'
import { invalid } from '../problem.ts'
import type { AnyResources, EntityRules, RuleBook } from '../store/write/rules.ts'

/** Maximum tags of a record, as in the field maker. */
const MAX_TAGS = 50

/** Two spellings of one tag. */
const same = (tag: string): string => tag.toLowerCase()

/**
 * The tags of a record without some and with others. Case is ignored: a tag the record has keeps
 * its spelling.
 */
export const retagged = (
  now: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => {
  const gone = new Set(remove.map(same))
  const tags = now.filter((tag) => !gone.has(same(tag)))
  const known = new Set(tags.map(same))
  for (const tag of add) {
    if (!known.has(same(tag))) tags.push(tag)
    known.add(same(tag))
  }
  return tags
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const taggable = (rules: EntityRules, field: string): EntityRules => ({
  ...rules,
  actions: {
    [TAG]: (row, input) => {
      const [add, remove] = [listOf(input.add), listOf(input.remove)]
      if (!add.length && !remove.length) {
        throw invalid([{ path: 'add', code: 'required', message: 'Name at least one' }])
      }
      const tags = retagged(listOf(row[field]), add, remove)
      if (tags.length > MAX_TAGS) {
        throw invalid([{ path: 'add', code: 'too_big', message: `At most ${MAX_TAGS} entries` }])
      }
      return { values: { [field]: tags } }
    },
    ...rules.actions,
  },
})

/** Adds to every entity with tags the action that adds and removes them. */
export const withTags = (rules: RuleBook, resources: AnyResources): RuleBook => ({
  ...rules,
  ...Object.fromEntries(
    Object.entries(resources).flatMap(([entity, def]) =>
      def.taggable === undefined
        ? []
        : [[entity, taggable(rules[entity] ?? {}, String(def.taggable))]],
    ),
  ),
})
