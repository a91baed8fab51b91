// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toy } from '#tests/toy.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { RowsTable } from './RowsTable.tsx'
import { SummedRows } from './SummedRows.tsx'

afterEach(cleanup)

const chapters = toy('book').fields.find((f) => f.name === 'chapters')!
const headings = (...rows: Record<string, Json>[]): (string | null)[] => {
  cleanup()
  render(<RowsTable field={chapters} rows={rows} draw={(_: FieldModel, v) => String(v ?? '—')} />)
  return screen.getAllByRole('columnheader').map((th) => th.textContent)
}

test('hides columns that are empty in every row, but keeps at least one', () => {
  const [first, second] = chapters.fields!
  expect(headings({ [first!.name]: 'One', [second!.name]: 2 })).toHaveLength(2)
  expect(headings({ [first!.name]: 'One' }, { [first!.name]: 'Two' })).toHaveLength(1)
  expect(headings({ [first!.name]: 'One' }, { [second!.name]: 2 })).toHaveLength(2)
  expect(headings({})).toHaveLength(1)
})

test('a discount has a minus in the sums of charged rows', () => {
  const charge = { unit: 'unit', quantity: 'quantity' }
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  const footer = ['subtotal', 'discount'].map((name, i) => ({
    field: { name, label: name, kind: 'money' } as FieldModel,
    value: eur(i ? 7 : 100),
  }))
  render(
    <SummedRows
      field={{ ...chapters, charge }}
      rows={[]}
      footer={footer}
      draw={(_, v) => String((v as { amount: number }).amount)}
    >
      {() => null}
    </SummedRows>,
  )
  expect(screen.getAllByRole('definition').map((e) => e.textContent)).toEqual(['100', '-7'])
})
