/** Rules by entity, each from the folder of its name, and the layers around them. */
import { resources } from '#schemas/index.ts'
import { bannerRules } from './banner/rules.ts'
import { bookingRules } from './booking/rules.ts'
import { categoryRules } from './category/rules.ts'
import { chatMessageRules } from './chatMessage/rules.ts'
import { conversationRules } from './conversation/rules.ts'
import { creditNoteRules } from './creditNote/rules.ts'
import { customerRules } from './customer/rules.ts'
import { employeeRules } from './employee/rules.ts'
import { facilityRules } from './facility/rules.ts'
import { hotelRules } from './hotel/rules.ts'
import { menuRules } from './menu/rules.ts'
import { assignmentNotices, withNotices } from './notices.ts'
import { notificationRules } from './notification/rules.ts'
import { orderRules } from './order/rules.ts'
import { payoutRules } from './payout/rules.ts'
import { paymentTransactionRules } from './paymentTransaction/rules.ts'
import { proposalRules } from './proposal/rules.ts'
import { serviceRules } from './service/rules.ts'
import { serviceBookmarkRules } from './serviceBookmark/rules.ts'
import { serviceJobRules } from './serviceJob/rules.ts'
import { serviceSubCategoryRules } from './serviceSubCategory/rules.ts'
import { ticketRules } from './ticket/rules.ts'
import { subscriptionRules } from './subscription/rules.ts'
import { subscriptionInvoiceRules } from './subscriptionInvoice/rules.ts'
import { subscriptionPlanRules } from './subscriptionPlan/rules.ts'
import { layered, type RuleBook, type RuleLayer } from '../store/write/rules.ts'
import { withAssignments } from '../timeline/assignments.ts'
import { withTags } from '../timeline/tagging.ts'
import type { Rules } from './types.ts'
import { userRoleRules } from './userRole/rules.ts'
import { vendorRules } from './vendor/rules.ts'
import { vendorEntryRules } from './vendorEntry/rules.ts'

const own: Rules = {
  banner: bannerRules,
  booking: bookingRules,
  category: categoryRules,
  chatMessage: chatMessageRules,
  conversation: conversationRules,
  creditNote: creditNoteRules,
  customer: customerRules,
  employee: employeeRules,
  facility: facilityRules,
  hotel: hotelRules,
  menu: menuRules,
  notification: notificationRules,
  order: orderRules,
  payout: payoutRules,
  paymentTransaction: paymentTransactionRules,
  proposal: proposalRules,
  service: serviceRules,
  serviceBookmark: serviceBookmarkRules,
  serviceJob: serviceJobRules,
  serviceSubCategory: serviceSubCategoryRules,
  ticket: ticketRules,
  subscription: subscriptionRules,
  subscriptionInvoice: subscriptionInvoiceRules,
  subscriptionPlan: subscriptionPlanRules,
  userRole: userRoleRules,
  vendor: vendorRules,
  vendorEntry: vendorEntryRules,
}

/** What every entity gets besides its own rules. */
const layers: readonly RuleLayer[] = [
  withNotices,
  (inner) => withAssignments(inner, resources, assignmentNotices),
  (inner) => withTags(inner, resources),
]

/** The rules of all entities; `recordServices.ts` adds the layers that need services. */
export const rules: RuleBook = layered(own, layers)
