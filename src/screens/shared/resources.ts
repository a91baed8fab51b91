/** Models of the entities that bespoke screens use. */
import type { RecordData } from '#data/types.ts'
import type { CollectionName, EntityOf, RecordOf } from '#schemas/names.ts'
import type { ResourceModel } from '#model/types.ts'
import { modelOf } from '#engine/resource.ts'

/** A record of a collection as a person sees it, without the fields they may not read. */
export type Seen<C extends CollectionName> = Pick<RecordData, 'id' | 'version'> &
  Partial<Omit<RecordOf<C>, 'id' | 'version'>> & { readonly deletedAt?: string | null }

/**
 * Model of a declared collection; the compiler knows its name and entity, and so the keys built
 * from them.
 */
export interface NamedModel<C extends CollectionName> extends ResourceModel {
  readonly collection: C
  readonly entity: EntityOf<C>
  /** Only the compiler knows it: the type of the records that are queried. */
  readonly record?: Seen<C>
}

/** Returns the model of a declared collection. */
export const resourceOf = <C extends CollectionName>(collection: C): NamedModel<C> => {
  const found = modelOf(collection)
  if (!found) throw new Error(`There is no collection “${collection}” in the model.`)
  return found as NamedModel<C>
}

export const orders = () => resourceOf('orders')
export const transactions = () => resourceOf('payment-transactions')
export const conversations = () => resourceOf('conversations')
export const messages = () => resourceOf('chat-messages')
export const tickets = () => resourceOf('tickets')
export const customers = () => resourceOf('customers')
export const vendors = () => resourceOf('vendors')
export const employees = () => resourceOf('employees')
export const bookings = () => resourceOf('bookings')
export const proposals = () => resourceOf('proposals')
export const macros = () => resourceOf('macros')
