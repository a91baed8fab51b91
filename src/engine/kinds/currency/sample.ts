import type { Sample } from '../types.ts'

export const sample: Sample = () => 'EUR'
