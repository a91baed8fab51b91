/** The server gives a record its id. */
export const input = null
