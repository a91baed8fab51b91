import type { Sample } from '../types.ts'

export const sample: Sample = () => ({ amount: 251000, currency: 'EUR' })
