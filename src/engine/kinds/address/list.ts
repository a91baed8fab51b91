import type { FormatMaker, ListKind } from '../types.ts'
import { named } from '../parts/formats.ts'

interface Address {
  readonly line?: string | null
  readonly city?: string | null
  readonly region?: string | null
  readonly postalCode?: string | null
  readonly country?: string | null
}

const line: FormatMaker = (...args) => {
  const country = named('region')(...args)
  return (v) => {
    const a = v as Address
    return [
      a.line,
      [a.postalCode, a.city].filter(Boolean).join(' '),
      a.region,
      a.country ? country(a.country) : null,
    ]
      .filter(Boolean)
      .join(', ')
  }
}

export const list: ListKind = { format: line, column: { px: 232, flexible: true }, edit: 'drawer' }
