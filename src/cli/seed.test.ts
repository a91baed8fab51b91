import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { StateDef } from '#schemas/define/index.ts'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { collectionsOf } from '#model/pointers.ts'
import type { ResourceModel } from '#model/types.ts'
import { rules } from '#server/rules/index.ts'
import { fillRows } from '#server/store/fill/fill.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { command } from './terminal.ts'

const ROWS = 1000
/** States in which new records can stay: all except those the schema declares as transient. */
const keptStates = (collection: string): string[] =>
  Object.values(resources)
    .filter((def) => def.name === collection)
    .flatMap((def) => Object.entries((def.states ?? {}) as Record<string, StateDef>))
    .flatMap(([name, state]) => (name === '*' || state.passing ? [] : [name]))

/**
 * Orders resources so that each follows those it references, as far as references form no cycle.
 */
const inOrder = (all: readonly ResourceModel[]): ResourceModel[] => {
  const named = (names: readonly string[]) => all.filter((r) => names.includes(r.collection))
  const needed = (r: ResourceModel, seen: readonly ResourceModel[] = []): ResourceModel[] =>
    named(r.fields.filter((f) => f.required).flatMap(collectionsOf))
      .filter((t) => t !== r && !seen.includes(t))
      .flatMap((t) => [t, ...needed(t, [...seen, r, t])])
  const done: ResourceModel[] = []
  const visit = (resource: ResourceModel, from: readonly ResourceModel[]): void => {
    if (done.includes(resource) || from.includes(resource)) return
    for (const target of named(resource.fields.flatMap(collectionsOf))) {
      if (![...from, resource].some((r) => needed(target).includes(r))) {
        visit(target, [...from, resource])
      }
    }
    done.push(resource)
  }
  for (const resource of all) visit(resource, [])
  return done
}

const model = compileModel(resources)
let bench: Bench
beforeAll(async () => {
  bench = await openBench(resources, rules)
  await bench.db.query(
    "INSERT INTO files (id, name, type, size, hash, storage_key) VALUES ($1, 'one.png', 'image/png', 1, repeat('0', 64), 'one')",
    [randomUUID()],
  )
})
afterAll(() => bench.db.close())

test('a failed fill prints which collections are needed first, without a stack trace', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    await command(() => fillRows(bench.parts, 'bookings', 1))
    expect(said.mock.calls).toEqual([['Bookings need hotels and customers first.']])
    expect(process.exitCode).toBe(1)
  } finally {
    process.exitCode = undefined
    said.mockRestore()
  }
})

describe('fillRows adds 1,000 rows to each collection, in every state that is not transient', () => {
  test.each(inOrder(model.resources).map((r) => [r.collection, r] as const))(
    '%s',
    async (collection, resource) => {
      const { db } = bench
      const [{ n: before } = { n: 0 }] = (
        await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${resource.table}"`)
      ).rows
      await fillRows(bench.parts, collection, ROWS)
      const [{ n: after } = { n: 0 }] = (
        await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${resource.table}"`)
      ).rows
      expect(after - before).toBe(ROWS)
      if (resource.states.length) {
        const { rows } = await db.query<{ state: string }>(
          `SELECT DISTINCT state FROM "${resource.table}"`,
        )
        expect(rows.map((r) => r.state).sort()).toEqual(keptStates(collection).sort())
      }
    },
    300_000,
  )
})
