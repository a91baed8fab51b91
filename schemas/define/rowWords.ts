/**
 * Words in a role's row rules that depend on the caller: `{ ticket: { assignee: '@me' } }`. They
 * mean people, so only fields that hold people take them: references to the collection that
 * declares `person`, `createdBy` and `updatedBy`.
 */

/** The caller. */
export const ME = '@me'
/** The caller, and people who share a role and the tenant with them. */
export const TEAM = '@team'

export type RowWord = typeof ME | typeof TEAM

/** True for `ME` and `TEAM`. */
export const isRowWord = (value: unknown): value is RowWord => value === ME || value === TEAM
