import type { SampleHook } from '../sampleRecords.ts'

/**
 * A payment has exactly one subject, here a placed order (the third sample, of the first vendor,
 * whose staff also view the screens).
 */
export const sample: SampleHook = (
  { booking: _booking, invoice: _invoice, parent: _parent, ...body },
  { ids },
) => ({ ...body, kind: 'capture', order: ids.get('orders')![2]! })
