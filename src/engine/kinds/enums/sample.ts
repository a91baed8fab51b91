import type { Sample } from '../types.ts'

export const sample: Sample = ({ options = [] }) => options.slice(0, 2).map((o) => o.value)
