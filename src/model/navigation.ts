/** Keys of navigation entries that are separate screens instead of entity lists. */
export const screenKeys = [
  'dashboard',
  'order-dash',
  'ongoing-order',
  'chatuser',
  'settings',
] as const
export type ScreenKey = (typeof screenKeys)[number]

/** Key of a heading: `Stays` → `stays`. */
export const headingKey = (group: string): string => group.toLowerCase().replace(/[^a-z0-9]+/g, '-')
