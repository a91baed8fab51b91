/** Name of the action that adds and removes tags of a record. */
export const TAG = 'tag'
/** Name of the action that renames, merges and deletes tags. */
export const MANAGE_TAGS = 'manageTags'
