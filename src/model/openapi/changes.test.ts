import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { toyResources } from '#tests/toy.ts'
import { compileModel } from '../compile.ts'
import { openApiDocument } from '../openapi.ts'

type Part = Readonly<Record<string, unknown>>
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

const FROM = '#/components/schemas/'
const document = JSON.parse(
  JSON.stringify(openApiDocument(compileModel(toyResources), toyResources)),
) as { readonly paths: Part; readonly components: { readonly schemas: Part } }

/** Schemas with examples, by their place. */
const withExamples = (part: unknown, at: string): (readonly [string, Part])[] => {
  if (!isPart(part)) return []
  const inner = Object.entries(part).flatMap(([name, child]) =>
    name === 'examples' ? [] : withExamples(child, `${at} ${name}`),
  )
  return Array.isArray(part.examples) && 'type' in part ? [[at, part], ...inner] : inner
}

/** The schemas that a schema refers to, and those that these refer to. */
const referred = (schema: unknown, found: Record<string, unknown> = {}): Part => {
  for (const [, name] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name === undefined || name in found) continue
    found[name] = document.components.schemas[name]
    referred(found[name], found)
  }
  return found
}

const checkerOf = (schema: Part) =>
  z.fromJSONSchema(
    JSON.parse(JSON.stringify({ ...schema, $defs: referred(schema) }).replaceAll(FROM, '#/$defs/')),
  )

const known = [
  ...withExamples(document.paths, 'paths'),
  ...withExamples(document.components.schemas, 'schemas'),
]

describe('the examples in the OpenAPI document', () => {
  test('cover bulk actions, operations and undo', () => {
    for (const place of [
      'paths /api/books/bulk post requestBody',
      'paths /api/books/bulk post responses 200',
      'paths /api/books/bulk post responses 202',
      'paths /api/operations get responses 200',
      'paths /api/operations/{id} get responses 200',
      'paths /api/operations/{id}/rows get responses 200',
      'paths /api/operations/{id}/rows.csv get responses 200',
      'paths /api/undo/{id} post requestBody',
      'paths /api/undo/{id} post responses 200',
      'schemas DryRun',
      'schemas Operation',
      'schemas OperationRow',
    ]) {
      expect(
        known.some(([at]) => at.startsWith(place)),
        place,
      ).toBe(true)
    }
  })

  test.each(known)('match their schema: %s', (_at, schema) => {
    const checker = checkerOf(schema)
    for (const example of schema.examples as unknown[]) {
      expect(checker.safeParse(example).error?.issues ?? []).toEqual([])
    }
  })
})
