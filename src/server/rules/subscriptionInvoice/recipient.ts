import type { Customer } from '#schemas/customer.ts'
import type { Vendor } from '#schemas/vendor.ts'
import { byCollection } from '#model/compile.ts'
import { fieldsOn } from '../../permissions/fieldsOn.ts'
import type { RuleContext } from '../types.ts'

/** The fields of a record that the reader may see; none if they may not read it. */
const readable = async <T extends object>(
  collection: 'vendors' | 'customers',
  id: string,
  row: T | undefined,
  { access, model, tx }: RuleContext,
): Promise<Partial<T>> => {
  const resource = byCollection(model, collection)
  const names = access.can(`${resource.entity}.read`)
    ? (await fieldsOn(tx.query, access, resource, [id], 'read'))(id)
    : new Set<string>()
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([name]) => names.has(name)),
  ) as Partial<T>
}

/** Only the fields of a vendor that the reader may see. */
export const readableVendor = async (id: string, context: RuleContext): Promise<Partial<Vendor>> =>
  readable('vendors', id, await context.load('vendors', id), context)

/** Only the fields of a customer that the reader may see. */
export const readableCustomer = async (
  id: string,
  context: RuleContext,
): Promise<Partial<Customer>> =>
  readable('customers', id, await context.load('customers', id), context)
