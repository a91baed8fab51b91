/** Name of the action that adds and removes tags of a record. */
export const TAG = 'tag'
