import type { Sample } from '../types.ts'

export const sample: Sample = () => '018f0000-0000-7000-8000-000000000001'
