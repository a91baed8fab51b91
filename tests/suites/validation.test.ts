import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createBody,
  formFields,
  newValues,
  changedBody,
  recordValues,
} from '#engine/form/values.ts'
import { compileModel } from '#model/compile.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { validate } from '#model/validation.ts'
import { resources } from '#schemas/index.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { invalidValues, validBody } from '#tests/support/arbitrary.ts'

const model = compileModel(resources)
const ids = [
  '01910000-0000-7000-8000-000000000001',
  '01910000-0000-7000-8000-000000000002',
  '01910000-0000-7000-8000-000000000003',
]
const targets = () => ids

describe.each(
  model.resources
    .filter((r) => !r.appendOnly || r.fields.length > 0)
    .map((r) => [r.collection, r] as const),
)('%s', (_name, resource) => {
  const declaration = (resources as Record<string, AnyResource>)[resource.entity]!
  // Rules that compare fields restrict the shape further; bodies that break one are drawn again.
  const body = validBody(resource, targets).filter(
    (b) => validate(declaration, b, { mode: 'create' }).ok,
  )
  const writable = resource.fields.filter((f) => !f.derived && f.kind !== 'state')

  test('accepts every body the shape allows when cross-field rules are ignored', () => {
    fc.assert(
      fc.property(validBody(resource, targets), (b) => {
        const result = validate({ ...declaration, check: () => undefined } as AnyResource, b, {
          mode: 'create',
        })
        expect(result.ok ? [] : result.errors).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('every text field has a maximum length or a bounded pattern', () => {
    const leaves = (field: FieldModel, at: string): [string, FieldModel][] => {
      const inner = [...(field.fields ?? []), ...(field.variants ?? []).flatMap((v) => v.fields)]
      return inner.length ? inner.flatMap((f) => leaves(f, `${at}.${f.name}`)) : [[at, field]]
    }
    const endless = [...resource.fields, ...resource.actions.flatMap((a) => a.fields)]
      .flatMap((f) => leaves(f, f.name))
      .filter(
        ([, f]) =>
          f.max === undefined && f.pattern !== undefined && /[^\\][*+]|\{\d+,\}/.test(f.pattern),
      )
      .map(([at]) => at)
    expect(endless).toEqual([])
  })

  test('a valid body is unchanged after passing through the form', () => {
    fc.assert(
      fc.property(body, (b) => {
        const fields = formFields(resource, () => true).filter(
          (f) => f.name in b || f.kind !== 'ref',
        )
        const sent = createBody(fields, newValues(fields, b))
        const expected = Object.fromEntries(
          Object.entries(b).filter(([name]) => fields.some((f) => f.name === name)),
        )
        for (const [name, value] of Object.entries(expected)) {
          const { when } = fields.find((f) => f.name === name)!
          // Fields made irrelevant by another value are hidden, and sent empty.
          if (
            when &&
            !when.is.includes(
              (b[when.field] ?? fields.find((f) => f.name === when.field)?.default) as string,
            )
          ) {
            expect(sent[name] ?? null).toBeNull()
          } else if (hasContent(value)) {
            expect(withoutNulls(sent[name] ?? null)).toEqual(withoutNulls(value))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('an untouched record produces an empty change', () => {
    fc.assert(
      fc.property(body, (b) => {
        const fields = formFields(resource, () => true).filter((f) => !f.when)
        const values = recordValues(fields, b)
        expect(changedBody(fields, values, structuredClone(values))).toEqual({})
      }),
      { numRuns: 40 },
    )
  })

  test.each(writable.map((f) => [f.name, f] as const))(
    'an invalid %s is reported under its own name',
    (name, field: FieldModel) => {
      for (const wrong of invalidValues(field)) {
        const result = validate(declaration, { [name]: wrong }, { mode: 'patch', current: {} })
        const paths = result.ok ? [] : result.errors.map((e) => e.path)
        expect(
          paths.some((p) => p === name || p.startsWith(`${name}.`)),
          `${JSON.stringify(wrong)} for ${name}: ${JSON.stringify(paths)}`,
        ).toBe(true)
      }
    },
  )

  test('requires every required field and rejects unknown fields, derived fields and the state', () => {
    const empty = validate(declaration, {}, { mode: 'create' })
    const missing = empty.ok ? [] : empty.errors.map((e) => e.path)
    expect(missing).toEqual(
      expect.arrayContaining(writable.filter((f) => f.required).map((f) => f.name)),
    )
    const forbidden = [
      'nobodyKnows',
      'id',
      'version',
      'createdAt',
      ...resource.fields.filter((f) => f.derived).map((f) => f.name),
    ]
    // Rules that compare fields apply to an empty record too; another test covers that.
    const bare = { ...declaration, check: () => undefined } as AnyResource
    for (const name of forbidden) {
      const result = validate(bare, { [name]: null }, { mode: 'patch', current: {} })
      expect(result.ok ? [] : result.errors.map((e) => [e.path, e.code])).toEqual([
        [name, 'unknown_name'],
      ])
    }
  })
})

const hasContent = (v: Json): boolean =>
  v !== null && typeof v === 'object'
    ? Object.values(v).some((x) => x !== false && hasContent(x as Json))
    : v !== null && v !== ''
const withoutNulls = (v: Json): Json => {
  if (Array.isArray(v)) return v.map(withoutNulls)
  if (v === null || typeof v !== 'object') return v
  return Object.fromEntries(
    Object.entries(v)
      .filter(([, x]) => x !== null)
      .map(([k, x]) => [k, withoutNulls(x)]),
  )
}
