import type { Sample } from '../types.ts'

export const sample: Sample = () => '2027-03-16T15:00:00.000Z'
