/** States change by transitions. */
export const input = null
