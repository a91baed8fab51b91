import type { ValueKind } from '../types.ts'

/** Lines break between the parts only: a postal code broken at its hyphen is read as another. */
export const value: ValueKind = ({ text }) =>
  text.split(', ').map((part, i, { length }) => (
    <span key={i} style={{ display: 'inline-block', whiteSpace: 'pre-wrap' }}>
      <bdi>{part}</bdi>
      {i < length - 1 ? ', ' : ''}
    </span>
  ))
