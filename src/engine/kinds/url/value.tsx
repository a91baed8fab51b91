import type { ValueKind } from '../types.ts'

/** Only web addresses become links, whatever the database contains. */
export const value: ValueKind = ({ text }) => {
  const short = text.replace(/^https?:\/\/(www\.)?/, '')
  return short === text ? (
    text
  ) : (
    <a href={text} rel="noreferrer" target="_blank">
      {short}
    </a>
  )
}
