import { inside, say, type Said } from '#model/message.ts'
import { columnsOf } from '#model/columns.ts'
import type { ResourceModel } from '#model/types.ts'
import { conflict, invalid, Problem } from '../../base/problem.ts'
import { sqlState } from '../../database/pool.ts'

const columnsIn = (detail: string): string[] =>
  /^Key \((.*?)\)=\(/
    .exec(detail)?.[1]
    ?.match(/[a-z_][a-z0-9_]*/g)
    ?.filter((word) => word !== 'lower' && word !== 'text') ?? []

const fieldsOfColumns = (resource: ResourceModel, columns: readonly string[]): string[] =>
  resource.fields.filter((f) => columnsOf(f).some((c) => columns.includes(c))).map((f) => f.name)

/** That a value is taken: when it is written, and `late` when the record comes back. */
const taken = (
  resource: ResourceModel,
  error: { detail?: string; constraint?: string },
): { path: string; message: Said; late: Said } => {
  const fields = fieldsOfColumns(resource, columnsIn(error.detail ?? ''))
  const set =
    resource.unique.find(
      (names) => names.length === fields.length && names.every((n) => fields.includes(n)),
    ) ?? fields
  const labels = set.map((name) =>
    inside(resource.fields.find((f) => f.name === name)?.label ?? name),
  )
  const path = set.at(-1) ?? ''
  const one = inside(resource.label.one)
  if (set.length > 1) {
    const of = { one, fields: { list: labels, and: true } } as const
    return {
      path,
      message: say('Another {{one}} has the same {{fields}}', of),
      late: say(
        'Another {{one}} has the same {{fields}}, so this one cannot be restored as it is.',
        of,
      ),
    }
  }
  const of = { one, field: labels[0] ?? inside('Value') }
  return {
    path,
    message: say('Another {{one}} has this {{field}}', of),
    late: say('Another {{one}} has this {{field}}, so this one cannot be restored as it is.', of),
  }
}

/**
 * Turns a violated constraint into a problem that users understand: a duplicate value (409 `taken`
 * on its field), or a missing reference (422). Other errors are returned unchanged.
 */
export const asProblem = (resource: ResourceModel, error: unknown, restoring = false): unknown => {
  const state = sqlState(error)
  const details = error as { detail?: string; constraint?: string }
  if (state === '23505') {
    const { path, message, late } = taken(resource, details)
    return restoring
      ? new Problem(409, 'taken', late, {
          errors: [{ path, code: 'taken', message }],
        })
      : conflict('taken', path, message)
  }
  if (state === '23503') {
    const [path] = fieldsOfColumns(resource, columnsIn(details.detail ?? ''))
    return path && !details.detail?.includes('still referenced')
      ? invalid([{ path, code: 'unknown_reference', message: 'There is no such record' }])
      : new Problem(
          409,
          'referenced',
          say('Other records still refer to this {{one}}.', { one: inside(resource.label.one) }),
        )
  }
  return error
}
