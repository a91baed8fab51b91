// Apart from the entity, so that the page that writes one need not load what checks it.
/**
 * Collection of the recipients that may be named for an audience; the server's rule and the page
 * that writes to them go by it.
 */
export const RECIPIENTS = {
  employee: 'employees',
  customer: 'customers',
  vendor: 'vendors',
  role: 'user-roles',
} as const
