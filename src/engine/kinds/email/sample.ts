import type { Sample } from '../types.ts'

export const sample: Sample = () => 'ana.martins@example.com'
