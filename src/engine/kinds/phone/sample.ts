import type { Sample } from '../types.ts'

export const sample: Sample = () => '+351 912 345 678'
