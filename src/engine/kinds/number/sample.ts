import type { Sample } from '../types.ts'

export const sample: Sample = () => 1234.5
