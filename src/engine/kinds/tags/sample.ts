import type { Sample } from '../types.ts'

export const sample: Sample = () => ['vip', 'returning']
