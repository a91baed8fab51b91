/** The entities bespoke screens are about, from the compiled model. */
import type { CollectionName, EntityOf } from '#schemas/names.ts'
import type { ResourceModel } from '#model/types.ts'
import { modelOf } from '#engine/resource.ts'

/** The model of a declared collection; its name and its entity are known to the compiler, so keys made of them are. */
export interface NamedModel<C extends CollectionName> extends ResourceModel {
  readonly collection: C
  readonly entity: EntityOf<C>
}

/** The model of a declared collection. */
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
