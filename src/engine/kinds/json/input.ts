/** Rules write such values; people only read them. */
export const input = null
