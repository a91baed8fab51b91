/** Rules by entity, each in the file of its name. */
import type { RuleBook } from '../store/write/rules.ts'
import { banner } from './banner/rules.ts'
import { booking } from './booking/rules.ts'
import { category } from './category/rules.ts'
import { chatMessage } from './chatMessage/rules.ts'
import { conversation } from './conversation/rules.ts'
import { customer } from './customer/rules.ts'
import { employee } from './employee/rules.ts'
import { facility } from './facility/rules.ts'
import { hotel } from './hotel/rules.ts'
import { menu } from './menu/rules.ts'
import { withNotices } from './notices.ts'
import { notification } from './notification/rules.ts'
import { order } from './order/rules.ts'
import { paymentTransaction } from './paymentTransaction/rules.ts'
import { proposal } from './proposal/rules.ts'
import { service } from './service/rules.ts'
import { serviceBookmark } from './serviceBookmark/rules.ts'
import { serviceJob } from './serviceJob/rules.ts'
import { serviceSubCategory } from './serviceSubCategory/rules.ts'
import { ticket } from './ticket/rules.ts'
import { subscription } from './subscription/rules.ts'
import { subscriptionInvoice } from './subscriptionInvoice/rules.ts'
import { subscriptionPlan } from './subscriptionPlan/rules.ts'
import { userRole } from './userRole/rules.ts'
import { vendor } from './vendor/rules.ts'

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
