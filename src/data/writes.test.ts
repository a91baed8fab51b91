// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import {
  actOnRecord,
  patchRecord,
  removeRecord,
  restoreRevision,
  transitionRecord,
  type Written,
} from './writes.ts'

const hotels = { collection: 'hotels' }
const h1 = { id: 'h1', version: 1 }
const respondWith = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status })),
  )
afterEach(() => vi.unstubAllGlobals())

const writes: readonly [string, () => Promise<Written | string | undefined>][] = [
  ['an edit', () => patchRecord(hotels, h1, { name: 'Sea' })],
  ['a transition', () => transitionRecord(hotels, h1, 'closed')],
  ['an action', () => actOnRecord(hotels, h1, 'refund')],
  ['a deletion', () => removeRecord(hotels, h1)],
  ['a restored revision', () => restoreRevision(hotels, h1, '7')],
]

test.each(writes)(
  '%s that needs approval rejects with approval_requested instead of succeeding',
  async (_, write) => {
    respondWith(202, { data: { id: 'request', state: 'pending' } })
    await expect(write()).rejects.toMatchObject({
      status: 202,
      code: 'approval_requested',
      members: { id: 'request' },
    })
  },
)

test('a completed edit returns the record', async () => {
  respondWith(200, { data: { id: 'h1', version: 2 } })
  expect((await patchRecord(hotels, h1, {})).record).toMatchObject({ version: 2 })
})
