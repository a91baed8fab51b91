import type { ValueKind } from '../types.ts'

/** Only web addresses become links, whatever the database contains. */
export const value: ValueKind = ({ text }) =>
  /^https?:\/\//.test(text) ? (
    <a href={text} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  ) : (
    text
  )
