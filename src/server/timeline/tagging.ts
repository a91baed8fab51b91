/** Tagging records: the actions that add, remove, rename, merge and delete tags. */
import { say, type Said } from '#model/message.ts'
import { MAX_TAGS, tagForm } from '#schemas/define/tagForm.ts'
import { MANAGE_TAGS, TAG } from '#schemas/define/tagName.ts'
import { fieldsReadableOn } from '../permissions/fieldsOn.ts'
import { forbidden, invalid } from '../base/problem.ts'
import type {
  AnyResources,
  EntityRules,
  RuleBook,
  RuleContext,
  RuleRow,
} from '../store/write/rules.ts'
import { keepColor } from './tagColors.ts'

/** The tags of a record after some are removed and others added, without duplicates. */
export const retagged = (
  now: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => {
  const gone = new Set(remove.map(tagForm))
  return [...new Set([...now.map(tagForm).filter((tag) => !gone.has(tag)), ...add.map(tagForm)])]
}

/** The tags of a record with some of them replaced by one, or removed if it is null. */
export const renamed = (
  now: readonly string[],
  from: readonly string[],
  to: string | null,
): string[] => {
  const gone = new Set(from.map(tagForm))
  const instead = to === null ? [] : [to]
  return [...new Set(now.flatMap((tag) => (gone.has(tagForm(tag)) ? instead : [tag])))]
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const wrong = (path: string, code: string, message: Said) => invalid([{ path, code, message }])

/** 403 for people who cannot read the tags of the record: changing them would reveal them. */
const requireTags = async (
  { id }: RuleRow,
  field: string,
  { tx, access, resource }: RuleContext,
): Promise<void> => {
  const readable = await fieldsReadableOn(tx.query, access, resource, [id])
  if (!readable(id).has(field)) throw forbidden()
}

const taggable = (rules: EntityRules, field: string): EntityRules => ({
  ...rules,
  actions: {
    [TAG]: async (row, input, context: RuleContext) => {
      await requireTags(row, field, context)
      const [add, remove] = [listOf(input.add), listOf(input.remove)]
      if (!add.length && !remove.length) throw wrong('add', 'required', 'Name at least one')
      const both = add.find((tag) => remove.includes(tag))
      if (both !== undefined) {
        throw wrong('remove', 'invalid_value', 'A tag cannot be both added and removed')
      }
      const tags = retagged(listOf(row[field]), add, remove)
      if (tags.length > MAX_TAGS) {
        throw wrong('add', 'too_big', say('At most {{n}} entries', { n: MAX_TAGS }))
      }
      return { values: { [field]: tags } }
    },
    [MANAGE_TAGS]: async (row, input, context: RuleContext) => {
      await requireTags(row, field, context)
      const from = listOf(input.from)
      if (!from.length) throw wrong('from', 'required', 'Name at least one')
      const to = typeof input.to === 'string' ? input.to : null
      const now = listOf(row[field])
      // Nothing changes for a record without these tags.
      if (!now.some((tag) => from.includes(tagForm(tag)))) return {}
      if (to !== null) await keepColor(context, field, from, to)
      return { values: { [field]: renamed(now, from, to) } }
    },
    ...rules.actions,
  },
})

/** Adds the actions on tags to every entity that has tags. */
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
