import type { Sample } from '../types.ts'

export const sample: Sample = () => ({ lat: 41.14961, lng: -8.61099 })
