import { expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { rules } from './index.ts'

const reasons = compileModel(resources).resources.flatMap(({ entity, transitions }) =>
  (rules[entity]?.scheduled ?? []).flatMap((step) =>
    'to' in step && transitions.some((t) => t.name === step.to && t.reason)
      ? [[entity, step.to, step.reason] as const]
      : [],
  ),
)

test('scheduled transitions give a reason where their state requires one', () => {
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.filter(([, , reason]) => !reason)).toEqual([])
})
