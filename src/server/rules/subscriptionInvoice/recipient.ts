import type { Vendor } from '#schemas/vendor.ts'
import { byCollection } from '#model/compile.ts'
import { fieldsOn } from '../../permissions/fieldsOn.ts'
import type { RuleContext } from '../types.ts'

/** Only the fields of vendors that the reader may see. */
export const readableVendor = async (
  id: string,
  context: RuleContext,
): Promise<Partial<Vendor>> => {
  const resource = byCollection(context.model, 'vendors')
  const { access, tx } = context
  const readable = access.can('vendor.read')
    ? (await fieldsOn(tx.query, access, resource, [id], 'read'))(id)
    : new Set<string>()
  const row = await context.load('vendors', id)
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([name]) => readable.has(name)),
  ) as Partial<Vendor>
}
