import { say } from '#model/message.ts'
import type { ticket } from '#schemas/ticket.ts'
import type { ResourceModel } from '#model/types.ts'
import { forbidden, invalid, Problem } from '../../base/problem.ts'
import { fieldsWritableOn } from '../../permissions/fieldsOn.ts'
import { stillWithinRows } from '../../store/write/find.ts'
import type { Action, RuleContext, RuleValues } from '../types.ts'
import { doer, talkOf, tell } from './talk.ts'

/** True when transitions lead from one state to another. */
const leads = ({ transitions }: ResourceModel, from: string, to: string): boolean => {
  const seen = new Set([from])
  for (const state of seen) for (const t of transitions) if (t.from === state) seen.add(t.name)
  return seen.has(to)
}

/** True if a role that covers the ticket lets the caller move it to the state. */
const mayMove = async (
  id: string,
  state: string,
  { tx, resource, access }: RuleContext,
): Promise<boolean> => {
  const key = `transition.${state}`
  return (
    access.can(`${resource.entity}.${key}`) &&
    (await stillWithinRows(tx, resource, [id], access, key)).has(id)
  )
}

/**
 * Applies a macro in one transaction: its values on the ticket, and the reply, which the agent may
 * have edited.
 */
export const applyMacro: Action<typeof ticket, 'applyMacro'> = async (
  row,
  { macro: id, reply },
  context,
) => {
  const macro = await context.load('macros', id)
  if (!macro || macro.deletedAt || !macro.active) {
    throw invalid([
      { path: 'macro', code: 'unknown_reference', message: 'This macro is not in use' },
    ])
  }
  const { resource, access, tx } = context
  const state = macro.setState && macro.setState !== row.state ? macro.setState : undefined
  if (state && !leads(resource, row.state, state)) {
    throw new Problem(
      409,
      'illegal_transition',
      'This ticket can no longer take the state of the macro.',
    )
  }
  if (state && !(await mayMove(row.id, state, context))) throw forbidden()
  const body = (reply ?? macro.body ?? '').trim()
  if (body && !access.can('chatMessage.create')) throw forbidden()
  const values: RuleValues<typeof ticket> = {
    ...(state ? { state } : {}),
    ...(macro.setPriority ? { priority: macro.setPriority } : {}),
    ...(macro.assignee ? { assignee: macro.assignee } : {}),
    ...(macro.addTags.length
      ? { tags: [...new Set([...row.tags, ...macro.addTags])].slice(0, 50) }
      : {}),
  }
  const writable = (await fieldsWritableOn(tx.query, access, resource, [row.id]))(row.id)
  for (const name of ['priority', 'assignee', 'tags']) {
    if (name in values && !writable.has(name)) throw forbidden()
  }
  const conversation = await talkOf(row, context)
  if (body) {
    await context.others.create('chat-messages', {
      conversation,
      kind: 'outgoing',
      body,
      sender: doer(context),
    })
  }
  await tell(conversation, say('Macro “{{title}}” was applied', { title: macro.title }), context)
  return { values }
}
