/**
 * Words in a role's row rules that depend on who asks: `{ ticket: { assignee: '@me' } }`. They
 * mean people, so only fields that hold people take them: references to the collection that
 * declares `person`, `createdBy` and `updatedBy`.
 */

/** The person who asks. */
export const ME = '@me'
/** People who share a role and the tenant with the person who asks, and that person. */
export const TEAM = '@team'

export type RowWord = typeof ME | typeof TEAM

/** True for `ME` and `TEAM`. */
export const isRowWord = (value: unknown): value is RowWord => value === ME || value === TEAM
