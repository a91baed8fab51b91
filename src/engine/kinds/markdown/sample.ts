import type { Sample } from '../types.ts'

export const sample: Sample = () =>
  '**Harbour view** with a [balcony](https://example.com).\n\n- quiet\n- bright'
