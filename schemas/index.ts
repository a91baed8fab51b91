/** Every entity, in navigation order. A new entity is its file and its line here. */
import { banner } from './banner.ts'
import { booking } from './booking.ts'
import { category } from './category.ts'
import { chatMessage } from './chatMessage.ts'
import { conversation } from './conversation.ts'
import { creditNote } from './creditNote.ts'
import { customer } from './customer.ts'
import { employee } from './employee.ts'
import { facility } from './facility.ts'
import { hotel } from './hotel.ts'
import { macro } from './macro.ts'
import { menu } from './menu.ts'
import { notification } from './notification.ts'
import { order } from './order.ts'
import { paymentTransaction } from './paymentTransaction.ts'
import { payout } from './payout.ts'
import { permission } from './permission.ts'
import { proposal } from './proposal.ts'
import { service } from './service.ts'
import { serviceBookmark } from './serviceBookmark.ts'
import { serviceCategory } from './serviceCategory.ts'
import { serviceJob } from './serviceJob.ts'
import { serviceSubCategory } from './serviceSubCategory.ts'
import { subscription } from './subscription.ts'
import { subscriptionInvoice } from './subscriptionInvoice.ts'
import { subscriptionPlan } from './subscriptionPlan.ts'
import { ticket } from './ticket.ts'
import { userRole } from './userRole.ts'
import { vendor } from './vendor.ts'
import { vendorEntry } from './vendorEntry.ts'
import { defineResources } from './define/index.ts'

export const resources = defineResources({
  hotel,
  booking,
  category,
  facility,
  service,
  serviceJob,
  proposal,
  serviceCategory,
  serviceSubCategory,
  serviceBookmark,
  order,
  paymentTransaction,
  subscription,
  subscriptionPlan,
  subscriptionInvoice,
  ticket,
  macro,
  notification,
  conversation,
  chatMessage,
  vendor,
  customer,
  employee,
  userRole,
  permission,
  banner,
  menu,
  creditNote,
  payout,
  vendorEntry,
})

export type Resources = typeof resources
