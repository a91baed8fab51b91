import type { Sample } from '../types.ts'

export const sample: Sample = ({ fields = [] }, of) => of(fields)
