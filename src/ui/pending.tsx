/**
 * Fallback of a part whose place stays empty until its code is loaded: not seen, but the page says
 * that it is busy.
 */
export const pending = <span hidden aria-busy="true" />
