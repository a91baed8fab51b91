import type { Sample } from '../types.ts'

export const sample: Sample = () => 'Europe/Lisbon'
