import type { Sample } from '../types.ts'

export const sample: Sample = ({ options }) => options?.[0]?.value ?? null
