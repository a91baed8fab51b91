/** The entities bespoke screens are about, from the compiled model. */
import type { ResourceModel } from '#model/types.ts'
import { modelOf } from '#engine/resource.ts'

const must = (collection: string) => (): ResourceModel => {
  const found = modelOf(collection)
  if (!found) throw new Error(`There is no collection “${collection}” in the model.`)
  return found
}

export const orders = must('orders')
export const transactions = must('payment-transactions')
export const conversations = must('conversations')
export const messages = must('chat-messages')
export const tickets = must('tickets')
export const customers = must('customers')
export const vendors = must('vendors')
export const employees = must('employees')
export const bookings = must('bookings')
export const proposals = must('proposals')
export const macros = must('macros')
