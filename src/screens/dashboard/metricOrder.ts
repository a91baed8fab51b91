import type { Metric } from './data.ts'

/** Metrics in display order with the entities they come from; metrics not named here come last. */
export const order = [
  ['revenue', 'paymentTransaction'],
  ['bookings', 'booking'],
  ['occupancy', 'booking'],
  ['openOrders', 'order'],
  ['orders', 'order'],
  ['newCustomers', 'customer'],
  ['ticketsInBreach', 'ticket'],
  ['mrr', 'subscription'],
] as const

/** Place of a metric in the display order. */
export const rank = (metric: Pick<Metric, 'name'>): number => {
  const at = order.findIndex(([name]) => name === metric.name)
  return at < 0 ? order.length : at
}
