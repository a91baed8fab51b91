import type { SampleHook } from '../sampleRecords.ts'

/** A payment is for exactly one thing, here an order that was placed (the third sample, of the first vendor, as whose staff the screens are seen too). */
export const sample: SampleHook = (
  { booking: _booking, invoice: _invoice, parent: _parent, ...body },
  { ids },
) => ({ ...body, kind: 'capture', order: ids.get('orders')![2]! })
