import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import { defineResource, email, instant, ref, refs, text, z, type AnyResource } from './index.ts'

const person = defineResource({
  name: 'people',
  permission: 'person',
  label: { one: 'Person', many: 'People' },
  title: 'name',
  scope: 'staff',
  shape: z.object({ name: text(), email: email(), roles: refs('people') }),
  states: { asked: { to: { here: 'Let in' } }, here: { final: true } },
  person: {
    name: 'name',
    email: 'email',
    roles: 'roles',
    tenant: 'name',
    active: 'here',
    requested: 'asked',
  },
}) as AnyResource
const found = (queue: object): string[] =>
  checkResources({
    person,
    job: defineResource({
      name: 'jobs',
      permission: 'job',
      label: { one: 'Job', many: 'Jobs' },
      title: 'name',
      scope: 'staff',
      shape: z.object({
        name: text(),
        who: ref('people').optional(),
        after: ref('jobs').optional(),
        due: instant({ countdown: true }).optional(),
      }),
      states: { open: { to: { shut: 'Shut' } }, shut: { final: true } },
      list: { columns: ['name', 'due'], queues: { one: queue } },
    } as never) as AnyResource,
  })
    .filter((p) => p.id.startsWith('queue'))
    .map((p) => `${p.id} ${p.at.replace('jobs.list.queues.one', '')}`)

test('accepts a queue that combines mine, without, due, in and sort', () => {
  const due = { field: 'due', hours: 4 }
  expect(
    found({ label: 'One', mine: 'who', without: 'due', due, in: ['open'], sort: '-due' }),
  ).toEqual([])
})

test.each([
  ['queue.field .mine', { mine: 'nobody' }],
  ['queue.field .mine', { mine: 'after' }],
  ['queue.field .without', { without: 'name' }],
  ['queue.field .due', { due: { field: 'name', hours: 4 } }],
  ['queue.state .in', { in: ['gone'] }],
  ['queue.sort .sort', { mine: 'who', sort: 'who' }],
  ['queue.empty ', {}],
])('reports %s', (problem, queue) => {
  expect(found({ label: 'One', ...queue })).toEqual([problem])
})
