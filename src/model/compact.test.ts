import { expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'
import { toyModel } from '#tests/toy.ts'
import { compact, expand, layoutsOf } from './compact.ts'
import { compileModel } from './compile.ts'

test.each([
  ['the shipped entities', compileModel(resources)],
  ['the invented ones', toyModel],
])('the browser gets %s whole, of less', (_, model) => {
  const sent = JSON.stringify(compact(model))
  // Metrics, timelines, row scopes and hints of derived fields are known only to the server.
  const whole = {
    resources: model.resources.map(
      ({
        metrics: _metrics,
        worklists: _worklists,
        scope: _scope,
        timeline: _timeline,
        ...resource
      }) => ({
        ...resource,
        fields: resource.fields.map(({ hint, ...f }) => (f.derived ? f : { ...f, hint })),
      }),
    ),
  }
  const layouts = layoutsOf(model)
  const { resources: got } = expand(JSON.parse(sent))
  expect({
    resources: got.map((r) => ({ ...r, detail: { ...layouts[r.collection], ...r.detail } })),
  }).toEqual(JSON.parse(JSON.stringify(whole)))
  expect(sent.length).toBeLessThan(0.8 * JSON.stringify(model).length)
})
