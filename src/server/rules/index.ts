/** Rules by entity, each in the file of its name. */
import type { RuleBook } from '../store/write/rules.ts'
import { booking } from './booking.ts'
import { category } from './category.ts'
import { customer } from './customer.ts'
import { employee } from './employee.ts'
import { facility } from './facility.ts'
import { hotel } from './hotel.ts'
import { order } from './order.ts'
import { paymentTransaction } from './paymentTransaction.ts'
import { proposal } from './proposal.ts'
import { service } from './service.ts'
import { serviceBookmark } from './serviceBookmark.ts'
import { serviceJob } from './serviceJob.ts'
import { serviceSubCategory } from './serviceSubCategory.ts'
import { userRole } from './userRole.ts'
import { vendor } from './vendor.ts'

export const rules: RuleBook = { booking, category, customer, employee, facility, hotel, order, paymentTransaction, proposal, service, serviceBookmark, serviceJob, serviceSubCategory, userRole, vendor }
