import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import { day, defineResource, int, ref, text, z, type AnyResource } from './index.ts'

const found = (worklist: object, more: object = {}): string[] =>
  checkResources({
    stay: defineResource({
      name: 'stays',
      permission: 'stay',
      label: { one: 'Stay', many: 'Stays' },
      title: 'name',
      scope: 'staff',
      shape: z.object({
        name: text(),
        on: day(),
        nights: int(1, 9),
        before: ref('stays').optional(),
      }),
      states: { open: { to: { shut: 'Shut' } }, shut: { final: true } },
      worklists: { q: { label: 'Q', can: 'update', ...worklist } },
      ...more,
    } as never) as AnyResource,
  }).map((p) => `${p.id} ${p.at.replace('stays.worklists.q.', '')}`)

test('accepts worklists whose fields exist and have the right kind', () => {
  expect(
    found({
      where: { state: ['open'], 'before.state': 'shut' },
      due: { at: 'on', within: '3d', since: '7d' },
      show: ['before', { next: 'on' }],
    }),
  ).toEqual([])
})

test.each([
  [{ where: { gone: 'x' } }, 'worklist.unknown where.gone'],
  [{ where: { state: 'lost' } }, 'worklist.value where.state'],
  [{ due: { at: 'nights' } }, 'worklist.kind due.at'],
  [{ due: { at: 'gone' } }, 'worklist.unknown due.at'],
  [{ due: { at: 'on', within: '4h' } }, 'worklist.span due.within'],
  [{ due: { at: 'on', since: '-3d' } }, 'worklist.span due'],
  [{ mine: true }, 'worklist.mine mine'],
  [{ show: ['gone'] }, 'worklist.unknown show'],
])('reports %j', (worklist, problem) => {
  expect(found(worklist)).toEqual([problem])
})
