/** Every entity, in navigation order. A new entity is its file and its line here. */
import { booking } from './booking.ts'
import { category } from './category.ts'
import { customer } from './customer.ts'
import { employee } from './employee.ts'
import { facility } from './facility.ts'
import { hotel } from './hotel.ts'
import { userRole } from './userRole.ts'
import { vendor } from './vendor.ts'
import { defineResources } from './define/index.ts'

export const resources = defineResources({
  hotel,
  booking,
  category,
  facility,
  vendor,
  customer,
  employee,
  userRole,
})

export type Resources = typeof resources
