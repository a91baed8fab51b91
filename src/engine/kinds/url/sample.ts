import type { Sample } from '../types.ts'

export const sample: Sample = () => 'https://example.com/rooms'
