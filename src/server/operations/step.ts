import type { ResourceModel } from '#model/types.ts'
import { patchTogether } from '../store/write/together.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { notFound, Problem } from '../base/problem.ts'
import type { RowStep } from './rows.ts'
import type { BulkDo, OperationParts } from './types.ts'

/**
 * Returns the permission that a bulk needs, without the entity. 422 for an unknown transition or
 * action.
 */
export const keyOf = (resource: ResourceModel, what: BulkDo): string => {
  const unknown = (path: string): Problem =>
    new Problem(422, 'invalid', 'There is no such action.', {
      errors: [{ path, code: 'invalid_value', message: 'There is no such action' }],
    })
  if ('patch' in what) return 'update'
  if ('purge' in what) return 'purge'
  if ('transition' in what) {
    if (!resource.transitions.some((t) => t.name === what.transition)) {
      throw unknown('do.transition')
    }
    return `transition.${what.transition}`
  }
  if ('action' in what) {
    if (!resource.actions.some((a) => a.name === what.action)) throw unknown('do.action')
    return what.action
  }
  return 'delete'
}

/** Does to a row what a single request would: same permissions, rules, audit and events. */
export const bulkStep = (
  { writer }: OperationParts,
  resource: ResourceModel,
  what: BulkDo,
  context: TxWriteContext,
): RowStep => ({
  many: async (tx, rows) =>
    'patch' in what
      ? patchTogether(writer.unit(resource, context, tx), rows, what.patch)
      : new Map<string, boolean>(),
  async one(tx, row) {
    const { id, version } = row
    const within = { ...context, tx }
    if ('patch' in what) {
      const record = await writer.patch(resource, id, version, what.patch, within)
      return record.version !== version
    }
    if ('transition' in what) {
      const body = what.input
      await writer.transition(resource, row, what.transition, body, within)
      return true
    }
    if ('action' in what) {
      const { record } = await writer.act(resource, row, what.action, what.input ?? {}, within)
      return record.version !== version
    }
    if ('restore' in what) {
      await writer.restore(resource, id, version, within)
      return true
    }
    if ('delete' in what || 'purge' in what) {
      await writer.remove(resource, id, version, { purge: 'purge' in what }, within)
      return true
    }
    throw notFound('action')
  },
})
