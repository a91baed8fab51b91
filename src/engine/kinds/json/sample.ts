import type { Sample } from '../types.ts'

export const sample: Sample = () => ({ nested: [1, 'two', null] })
