import type { Sample } from '../types.ts'

export const sample: Sample = () => 'Harbour view.\nQuiet and bright.'
