// Separate from the entity, so that the page that writes one need not load its validation.
/**
 * Collection of the recipients that can be named for an audience; shared by the server's rule and
 * the page that writes to them.
 */
export const RECIPIENTS = {
  employee: 'employees',
  customer: 'customers',
  vendor: 'vendors',
  role: 'user-roles',
} as const
