import { expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'
import { toyModel } from '#tests/toy.ts'
import { compact, expand, inputsIn, inputsOf } from './compact.ts'
import { compileModel } from './compile.ts'
import { giveHints, hintsOf } from './hints.ts'
import { pageLayoutIn, pageLayoutsOf } from './pageLayouts.ts'

test.each([
  ['the shipped entities', compileModel(resources)],
  ['the invented domain', toyModel],
])('the compact model restores %s completely and is at least a fifth smaller', (_, model) => {
  const sent = JSON.stringify(compact(model))
  // Metrics, timelines, row scopes and hints of derived fields are known only to the server.
  const whole = {
    resources: model.resources.map(
      ({
        metrics: _metrics,
        worklists: _worklists,
        scope: _scope,
        tenantLabel: _tenantLabel,
        timeline: _timeline,
        ...resource
      }) => ({
        ...resource,
        fields: resource.fields.map(({ hint, ...f }) => (f.derived ? f : { ...f, hint })),
      }),
    ),
  }
  const layouts = JSON.parse(JSON.stringify(pageLayoutsOf(model))) as ReturnType<
    typeof pageLayoutsOf
  >
  const inputs = JSON.parse(JSON.stringify(inputsOf(model))) as ReturnType<typeof inputsOf>
  const sentHints = JSON.parse(JSON.stringify(hintsOf(model))) as ReturnType<typeof hintsOf>
  const { resources: got } = expand(JSON.parse(sent))
  giveHints({ resources: got }, sentHints)
  expect({
    resources: got.map((r) => ({
      ...r,
      detail: { ...pageLayoutIn(layouts, r), ...r.detail },
      actions: r.actions.map((a) => ({ ...a, fields: inputsIn(inputs, r, a) })),
    })),
  }).toEqual(JSON.parse(JSON.stringify(whole)))
  expect(sent.length).toBeLessThan(0.8 * JSON.stringify(model).length)
})
