/**
 * Results of compiling the schemas, one readable file per entity: tables, calls, permission keys.
 * `npm run generate` updates them.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { keysOf } from '#schemas/define/permissions.ts'
import { compileModel } from '#model/compile.ts'
import { openApiDocument } from '#model/openapi.ts'
import type { ResourceModel } from '#model/types.ts'
import { planMigration } from '#server/migrations/plan.ts'
import { migrationFiles } from '#server/migrations/sql/index.ts'
import { snapshotOf, type Snapshot, type TableShape } from '#server/migrations/snapshot.ts'
import { resources } from '#schemas/index.ts'

const model = compileModel(resources)
const target = snapshotOf(model)
const document = openApiDocument(model, resources)

const place = (name: string): string => `./__snapshots__/model/${name}.txt`

const columnLine = (c: TableShape['columns'][string]): string =>
  `  ${c.name} ${c.type}${c.notNull ? ' not null' : ''}${c.primaryKey ? ' primary key' : ''}${c.default === undefined ? '' : ` default ${String(c.default)}`}`

const tableText = (table: TableShape): string =>
  [
    `table ${table.name}`,
    ...Object.values(table.columns).map(columnLine),
    ...Object.values(table.checkConstraints).map((c) => `  check ${c.value}`),
    ...Object.values(table.foreignKeys).map(
      (k) => `  ${k.columnsFrom.join(', ')} -> ${k.tableTo} (${k.columnsTo.join(', ')})`,
    ),
    ...Object.values(table.indexes).map(
      (i) =>
        `  ${i.isUnique ? 'unique ' : ''}index ${i.method} (${i.columns.map((c) => c.expression).join(', ')})${i.where ? ` where ${i.where}` : ''}`,
    ),
  ].join('\n')

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

const callsText = (resource: ResourceModel): string => {
  const mine = Object.entries(document.paths).filter(
    ([path]) =>
      path === `/api/${resource.collection}` || path.startsWith(`/api/${resource.collection}/`),
  )
  return mine
    .flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, o]) => {
        const names = (o.parameters ?? []).map((p) => p.name ?? p.$ref?.split('/').at(-1) ?? '?')
        return `${method.toUpperCase()} ${path}${names.length ? `\n  takes ${names.join(', ')}` : ''}\n  responds ${Object.keys(o.responses).join(' ')}`
      }),
    )
    .join('\n')
}

const bodiesText = (resource: ResourceModel): string => {
  const { schemas } = (
    document as unknown as {
      components: {
        schemas: Record<
          string,
          { properties?: Record<string, Record<string, unknown>>; required?: string[] }
        >
      }
    }
  ).components
  const tags = JSON.stringify(document.paths[`/api/${resource.collection}`])
  const own = Object.entries(schemas).filter(
    ([name]) => tags.includes(`"#/components/schemas/${name}"`) && schemas[name]?.properties,
  )
  const type = (p: Record<string, unknown>): string => {
    if (typeof p.$ref === 'string') return p.$ref.split('/').at(-1)!
    const { description: _d, title: _t, ...rest } = p
    const text = JSON.stringify(rest).replaceAll('"', '')
    return text.length > 150 ? `${text.slice(0, 150)}…` : text
  }
  return own
    .map(
      ([name, { properties = {}, required = [] }]) =>
        `${name}\n${Object.entries(properties)
          .map(([f, p]) => `  ${f}${required.includes(f) ? ' *' : ''} ${type(p)}`)
          .join('\n')}`,
    )
    .join('\n')
}

describe.each(model.resources.map((r) => [r.entity, r] as const))('%s', (entity, resource) => {
  test('table, API calls, bodies and permission keys match their snapshot', async () => {
    const keys = keysOf(resource)
    const text = [
      tableText(target[`public.${resource.table}`]!),
      callsText(resource),
      bodiesText(resource),
      keys.join('\n'),
    ].join('\n\n')
    await expect(`${text}\n`).toMatchFileSnapshot(place(entity))
  })
})

test('tables and API calls that belong to no entity match their snapshot', async () => {
  const own = new Set(model.resources.map((r) => `public.${r.table}`))
  const tables = Object.entries(target)
    .filter(([name]) => !own.has(name))
    .map(([, table]) => tableText(table))
  const paths = Object.entries(document.paths)
    .filter(([path]) => !model.resources.some((r) => path.startsWith(`/api/${r.collection}`)))
    .map(
      ([path, item]) =>
        `${Object.keys(item)
          .map((m) => m.toUpperCase())
          .join(' ')} ${path}`,
    )
  await expect(`${[...tables, paths.join('\n')].join('\n\n')}\n`).toMatchFileSnapshot(
    place('everything else'),
  )
})

test('the committed migrations match the schemas, so nothing is left to generate', async () => {
  const committed = JSON.parse(
    readFileSync(
      new URL('../../src/server/migrations/meta/snapshot.json', import.meta.url),
      'utf8',
    ),
  ) as Snapshot
  const { expand, contract } = await planMigration(model, committed, target)
  expect([...expand, ...contract].map((s) => s.sql)).toEqual([])
})

test('the embedded migrations equal the SQL files', () => {
  for (const { id, sql } of migrationFiles) {
    expect(sql, id).toBe(
      readFileSync(new URL(`../../src/server/migrations/sql/${id}.sql`, import.meta.url), 'utf8'),
    )
  }
})

test('every permission key is unique', () => {
  const keys = model.resources.flatMap((r) => keysOf(r))
  expect(new Set(keys).size).toBe(keys.length)
})
