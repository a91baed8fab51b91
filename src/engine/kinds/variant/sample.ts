import type { Sample } from '../types.ts'

export const sample: Sample = ({ variants = [] }, of) => ({
  kind: variants[0]?.value ?? '',
  ...of(variants[0]?.fields ?? []),
})
