import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import {
  day,
  defineResource,
  instant,
  int,
  money,
  rows,
  text,
  z,
  type AnyResource,
} from './index.ts'

/** Declarations the compiler would reject, on purpose: the checks also guard untyped input. */
const found = (detail: object): string[] =>
  checkResources({
    loan: defineResource({
      name: 'loans',
      permission: 'loan',
      label: { one: 'Loan', many: 'Loans' },
      title: 'name',
      scope: 'staff',
      shape: z.object({
        name: text(),
        from: day().optional(),
        until: day().optional(),
        opens: instant().optional(),
        closes: instant().optional(),
        count: int(0, 100).optional(),
        fine: money().optional(),
        paid: money().optional(),
        lines: rows({ label: text() }),
      }),
      states: { open: { to: { closed: 'Close' } }, closed: { final: true } },
      detail,
    } as never) as AnyResource,
  }).map((p) => `${p.id} ${p.at}`)

test('accepts a complete detail declaration', () => {
  expect(
    found({
      summary: [
        'name',
        'state',
        { from: 'from', to: 'until', count: 'nights' },
        { from: 'opens', to: 'closes' },
        { of: 'fine', done: 'paid' },
        { next: 'until', in: ['open'] },
      ],
      strip: ['fine', { label: 'Due', of: 'fine', less: 'paid', in: ['open'] }, 'paid'],
      facts: { Loan: ['from', 'until', 'lines'] },
      aside: { Dates: ['opens', 'closes'] },
      footers: { lines: ['fine', 'paid'] },
      hide: ['count'],
    }),
  ).toEqual([])
})

test.each<[string, object]>([
  ['detail.unknown loans.detail.summary[0]', { summary: ['nme'] }],
  ['detail.kind loans.detail.footers', { footers: { name: ['fine'] } }],
  ['detail.kind loans.detail.footers.lines[1]', { footers: { lines: ['fine', 'count'] } }],
  ['detail.unknown loans.detail.summary[0]', { summary: [{ from: 'from', to: 'til' }] }],
  ['detail.unknown loans.detail.strip[0]', { strip: [{ label: 'Due', of: 'fin', less: 'paid' }] }],
  ['detail.unknown loans.detail.facts.Loan[1]', { facts: { Loan: ['from', 'til'] } }],
  ['detail.unknown loans.detail.aside.Dates[0]', { aside: { Dates: ['til'] } }],
  ['detail.unknown loans.detail.hide[0]', { hide: ['til'] }],
  ['detail.kind loans.detail.summary[0]', { summary: ['lines'] }],
  ['detail.kind loans.detail.summary[0]', { summary: [{ from: 'from', to: 'closes' }] }],
  ['detail.kind loans.detail.summary[0]', { summary: [{ from: 'count', to: 'count' }] }],
  [
    'detail.kind loans.detail.summary[0]',
    { summary: [{ from: 'opens', to: 'closes', count: 'nights' }] },
  ],
  ['detail.kind loans.detail.summary[0]', { summary: [{ next: 'count' }] }],
  ['detail.kind loans.detail.strip[0]', { strip: [{ done: 'count', of: 'fine' }] }],
  ['detail.kind loans.detail.strip[0]', { strip: [{ done: 'name', of: 'name' }] }],
  ['detail.state loans.detail.summary[0].in', { summary: [{ next: 'until', in: ['opn'] }] }],
  ['detail.twice loans.detail.aside.Dates[0]', { strip: ['fine'], aside: { Dates: ['fine'] } }],
  ['detail.twice loans.detail.hide[0]', { facts: { Loan: ['from'] }, hide: ['from'] }],
])('reports %s', (problem, detail) => expect(found(detail)).toEqual([problem]))
