import { own } from '#schemas/define/own.ts'
import { byCollection } from '#model/compile.ts'
import { isStandard } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import { forbidden, notFound } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { loading } from './cut.ts'
import { findForWrite } from './find.ts'
import { present } from './present.ts'
import { noSuch, type Unit } from './unit.ts'
import { requirePermission } from '../../permissions/require.ts'

/**
 * True when the caller can read the field `path` of `resource`: its own field, or `ref.field` of
 * the referenced record.
 */
const mayRead = async (
  unit: Unit,
  resource: ResourceModel,
  row: RecordData,
  path: string,
): Promise<boolean> => {
  const { access } = unit.context
  const [name = '', hop] = path.split('.')
  const readable = await fieldsReadableOn(unit.tx.query, access, resource, [row.id])
  if (!isStandard(name) && !readable(row.id).has(name)) return false
  if (hop === undefined) return true
  const to = resource.fields.find((f) => f.name === name)?.ref
  if (to === undefined) {
    throw new Error(
      `The preview needs "${path}" of ${resource.collection}, and "${name}" is not a reference.`,
    )
  }
  const target = byCollection(unit.parts.model, to)
  if (!access.can(`${target.entity}.read`)) return false
  const id = row[name]
  const next = typeof id === 'string' ? await unit.rule.load(to, id) : undefined
  return next
    ? mayRead(unit, target, next, hop)
    : isStandard(hop) || access.readable(target).has(hop)
}

/** Name of the preview with the values an action's dialog starts with: `prefill.pay`. */
const PREFILL = 'prefill.'

/**
 * Computes a preview of a record. 404 for an unknown name or record, 403 for callers who cannot
 * read what it needs. The rule gets only what the caller can read, so that its result cannot reveal
 * more.
 */
export const previewOf = async (
  unit: Unit,
  id: string,
  name: string,
  input: Readonly<Record<string, string>>,
): Promise<Json> => {
  requirePermission(unit.context.access, `${unit.resource.entity}.read`)
  const {
    resource,
    context: { access },
  } = unit
  const action = name.startsWith(PREFILL) ? name.slice(PREFILL.length) : undefined
  if (action !== undefined) requirePermission(access, `${resource.entity}.${action}`)
  const preview =
    action === undefined ? own(unit.rules.previews, name) : own(unit.rules.prefills, action)
  if (!preview) throw notFound('preview')
  const row = await findForWrite(unit.tx, resource, id, access, { key: 'read', lock: '' })
  if (!row) throw noSuch(unit)
  for (const path of preview.needs) {
    if (!(await mayRead(unit, resource, row, path))) throw forbidden()
  }
  const seen = (of: ResourceModel, record: RecordData): Promise<RecordData> =>
    present(unit.tx.query, of, record, access)
  return (await preview.run(await seen(resource, row), loading(unit, seen), input)) as Json
}
