/** Limits of a change of many records, which the server enforces and lists state beforehand. */

/** Maximum rows of a bulk. */
export const MAX_ROWS = 50_000
