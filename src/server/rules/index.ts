/** Rules by entity, each in the file of its name. */
import type { RuleBook } from '../store/write/rules.ts'
import { banner } from './banner.ts'
import { booking } from './booking.ts'
import { category } from './category.ts'
import { chatMessage } from './chatMessage.ts'
import { conversation } from './conversation.ts'
import { customer } from './customer.ts'
import { employee } from './employee.ts'
import { facility } from './facility.ts'
import { hotel } from './hotel.ts'
import { menu } from './menu.ts'
import { withNotices } from './notices.ts'
import { notification } from './notification.ts'
import { order } from './order.ts'
import { paymentTransaction } from './paymentTransaction.ts'
import { proposal } from './proposal.ts'
import { service } from './service.ts'
import { serviceBookmark } from './serviceBookmark.ts'
import { serviceJob } from './serviceJob.ts'
import { serviceSubCategory } from './serviceSubCategory.ts'
import { ticket } from './ticket.ts'
import { subscription } from './subscription.ts'
import { subscriptionInvoice } from './subscriptionInvoice.ts'
import { subscriptionPlan } from './subscriptionPlan.ts'
import { userRole } from './userRole.ts'
import { vendor } from './vendor.ts'

export const rules: RuleBook = withNotices({
  banner,
  booking,
  category,
  chatMessage,
  conversation,
  customer,
  employee,
  facility,
  hotel,
  menu,
  notification,
  order,
  paymentTransaction,
  proposal,
  service,
  serviceBookmark,
  serviceJob,
  serviceSubCategory,
  ticket,
  subscription,
  subscriptionInvoice,
  subscriptionPlan,
  userRole,
  vendor,
})
