import type { Sample } from '../types.ts'

export const sample: Sample = () => '2027-03-16'
