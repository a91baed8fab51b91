/** Name of the action that assigns a record to a person. */
export const ASSIGN = 'assign'
