/** Assigning a record to a person: the action, the notification, and that they follow it. */
import { ASSIGN } from '#schemas/define/assignName.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { say } from '#model/message.ts'
import { notify } from '../notifications/notify.ts'
import type { Notice } from '../notifications/types.ts'
import type { AnyResources, EntityRules, RuleBook, RuleRow } from '../store/write/rules.ts'
import { startFollowing } from './follow.ts'

/** What the new assignee of a record is notified of. */
type Assigned = Pick<Notice, 'title' | 'body' | 'link' | 'needs'>

/** By entity: the notification to a new assignee instead of the general one; null for none. */
export type AssignmentNotices<M = AnyResources> = {
  readonly [K in keyof M]?: (row: RuleRow<M[K]>) => Assigned | null
}

const general = ({ permission, path, title }: AnyResource, row: RuleRow): Assigned => ({
  title: say('“{{title}}” was assigned to you', { title: String(row[title] ?? '') }),
  link: `${path}/${row.id}`,
  needs: [`${permission}.field.${title}.read`],
})

const assignable = (
  rules: EntityRules,
  def: AnyResource,
  field: string,
  noticeFor: (row: RuleRow) => Assigned | null,
): EntityRules => ({
  ...rules,
  actions: {
    [ASSIGN]: (_row, input) => ({ values: { [field]: input[field] ?? null } }),
    ...rules.actions,
  },
  async afterWrite(change, context) {
    await rules.afterWrite?.(change, context)
    const { before, after, changed } = change
    const person = after?.[field]
    if (!after || typeof person !== 'string' || !changed.has(field) || person === before?.[field]) {
      return
    }
    await startFollowing(context.tx, def.permission, after.id, person)
    const notice = context.channel === 'import' ? null : noticeFor(after)
    if (!notice) return
    await notify(context.tx, {
      type: 'assignment',
      employees: [person],
      resource: { type: def.name, id: after.id },
      by: context.access.actor.personId,
      ...notice,
    })
  },
})

/**
 * Adds to every entity with an assignment field the action that assigns a record, and what follows
 * from a new assignee by any write: they follow the record and, except after an import, are
 * notified.
 */
export const withAssignments = (
  rules: RuleBook,
  resources: AnyResources,
  notices: AssignmentNotices = {},
): RuleBook => ({
  ...rules,
  ...Object.fromEntries(
    Object.entries(resources).flatMap(([entity, def]) =>
      def.assignable === undefined
        ? []
        : [
            [
              entity,
              assignable(rules[entity] ?? {}, def, String(def.assignable), (row) => {
                const own = notices[entity]
                return own ? own(row) : general(def, row)
              }),
            ],
          ],
    ),
  ),
})
