import type { Sample } from '../types.ts'

export const sample: Sample = () => ({
  line: 'Rua do Sol 14',
  city: 'Porto',
  region: null,
  postalCode: '4000-001',
  country: 'PT',
})
