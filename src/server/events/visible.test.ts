import { expect, test, vi } from 'vitest'
import { toyModel as model } from '#tests/toy.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import type { Change } from './changes.ts'
import { visibility } from './visible.ts'

/**
 * `count` changes of records, alternating between two collections; every other one changes a field
 * that nobody may read.
 */
const batch = (count: number): Change[] =>
  Array.from({ length: count }, (_, n) => ({
    xid: BigInt(n),
    seq: BigInt(n),
    entity: n % 2 ? 'author' : 'book',
    recordId: `r${n % 10}`,
    version: n,
    action: 'update',
    fields: [n % 4 < 2 ? 'name' : 'secret'],
  }))
/** A user who may list everything, but of books only those that match a rule. */
const someone = (rule: string) => {
  const rows = vi.fn<Access['rows']>((resource) => (resource.entity === 'book' ? rule : 'true'))
  const readable = vi.fn<Access['readable']>(() => new Set(['name']))
  return {
    rows,
    readable,
    receiver: {
      access: { can: () => true, rows, readable, narrowed: () => [] } as unknown as Access,
      collections: undefined,
    },
  }
}

test('visibility of a batch is computed once per collection and queried once per scope, not per change', async () => {
  const changes = batch(400)
  const query = vi.fn(async () => ({ rows: [{ id: 'r4' }] }))
  const see = visibility(query as unknown as Query, model, changes)
  const [one, other, third] = [
    someone('t.vendor = 1'),
    someone('t.vendor = 1'),
    someone('t.vendor = 2'),
  ]
  for (const { receiver, rows, readable } of [one, other, third]) {
    const seen = changes.map(await see(receiver)).filter((event) => event !== undefined)
    expect(seen.filter((e) => e.collection === 'authors')).toHaveLength(100)
    expect(new Set(seen.filter((e) => e.collection === 'books').map((e) => e.id))).toEqual(
      new Set(['r4']),
    )
    expect(new Set(seen.flatMap((e) => e.changed))).toEqual(new Set(['name']))
    expect([rows.mock.calls.length, readable.mock.calls.length]).toEqual([2, 2])
  }
  expect(query).toHaveBeenCalledTimes(2)
  // Each record is requested once, not once per change.
  expect(
    query.mock.calls.map(
      (call) => ((call as unknown as [string, unknown[][]])[1][0] as string[]).length,
    ),
  ).toEqual([5, 5])
})
