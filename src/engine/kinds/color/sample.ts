import type { Sample } from '../types.ts'

export const sample: Sample = () => '#0f2051'
