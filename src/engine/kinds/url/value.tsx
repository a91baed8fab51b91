import type { ValueKind } from '../types.ts'

/**
 * Only web addresses become links, whatever the database contains; `https://` is left out, so that
 * any other scheme is seen.
 */
export const value: ValueKind = ({ text }) =>
  /^https?:\/\//.test(text) ? (
    <a href={text} rel="noreferrer" target="_blank">
      {text.replace(/^https:\/\//, '')}
    </a>
  ) : (
    text
  )
