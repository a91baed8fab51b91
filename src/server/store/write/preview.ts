import { own } from '#schemas/define/own.ts'
import { byCollection } from '#model/compile.ts'
import { isStandard } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { forbidden, notFound } from '../../http/problem.ts'
import type { RecordData } from '../types.ts'
import { loading } from './cut.ts'
import { findForWrite } from './find.ts'
import { present } from './present.ts'
import { noSuch, requireKey, type Unit } from './unit.ts'

/** True if the caller may read the field `path` of `resource`: a field of its own, or `ref.field` of the record it points at. */
const mayRead = (unit: Unit, resource: ResourceModel, path: string): boolean => {
  const { access } = unit.context
  const [name = '', hop] = path.split('.')
  if (!isStandard(name) && !access.readable(resource).has(name)) return false
  if (hop === undefined) return true
  const to = resource.fields.find((f) => f.name === name)?.ref
  if (to === undefined)
    throw new Error(
      `The preview needs "${path}" of ${resource.collection}, and "${name}" is no reference.`,
    )
  const target = byCollection(unit.parts.model, to)
  return access.can(`${target.entity}.read`) && mayRead(unit, target, hop)
}

/**
 * Computes a preview of a record. 404 for an unknown name or record, 403 for callers who may not read what it needs.
 * The rule is given only what the caller may read, so that its result cannot show more.
 */
export const previewOf = async (
  unit: Unit,
  id: string,
  name: string,
  input: Readonly<Record<string, string>>,
): Promise<Json> => {
  requireKey(unit, 'read')
  const {
    resource,
    context: { access },
  } = unit
  const preview = own(unit.rules.previews, name)
  if (!preview) throw notFound('preview')
  const row = await findForWrite(unit.tx, resource, id, access, 'read', { lock: '' })
  if (!row) throw noSuch(unit)
  if (!preview.needs.every((path) => mayRead(unit, resource, path))) throw forbidden()
  const seen = (of: ResourceModel, record: RecordData): RecordData => present(of, record, access)
  return preview.run(seen(resource, row), loading(unit, seen), input)
}
