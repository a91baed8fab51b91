import type { Sample } from '../types.ts'

/** Only the server has records and files. */
export const sample: Sample = () => []
