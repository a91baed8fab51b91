/** Characters that end a line or control a device. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
/** Characters that nobody sees, or that turn the direction of what follows: zero-width and embedding. */
export const UNSEEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu

/**
 * A text as one line: without line ends and control characters, invisible characters, and space
 * around it. What looks like another name, or like none, so is that name, or none.
 */
export const oneLine = (text: string): string =>
  text.replace(BREAKS, ' ').replace(UNSEEN, '').trim()
