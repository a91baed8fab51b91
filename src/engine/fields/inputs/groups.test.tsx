// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import type { FieldModel } from '#model/types.ts'
import { Field } from '../../form/Field.tsx'
import { rowsIn } from '../../form/keyedRows.ts'

afterEach(cleanup)

const part = (name: string) =>
  ({ name, kind: 'text', label: name === 'code' ? 'Code' : 'Note' }) as FieldModel
const field = {
  name: 'parts',
  kind: 'rows',
  label: 'Parts',
  fields: [part('code'), part('note')],
} as unknown as FieldModel

/** A list of small forms, each with a code and a note. */
const open = async (parts: readonly object[] = [], rows = field) => {
  let form = undefined as unknown as UseFormReturn<FieldValues>
  const Form = () => {
    form = useForm<FieldValues>({ defaultValues: { parts } })
    return (
      <FormProvider {...form}>
        <Field field={rows} name="parts" />
      </FormProvider>
    )
  }
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  )
  await screen.findByRole('button', { name: 'Add part' })
  if (parts.length) await screen.findAllByRole('listitem')
  const press = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name }))
    if (name === 'Add part') await screen.findAllByRole('listitem')
  }
  return {
    press,
    write: async (row: number, label: string, text: string) => {
      const input = within(screen.getByRole('listitem', { name: `part ${row}` })).getByLabelText(
        label,
      )
      await userEvent.clear(input)
      await userEvent.type(input, text)
    },
    shown: () => screen.getAllByLabelText('Code').map((e) => (e as HTMLInputElement).value),
    kept: () =>
      (rowsIn(form.getValues('parts')) as { code: string; note: string | null }[]).map((r) =>
        [r.code, r.note].filter(Boolean).join(' '),
      ),
  }
}

test('keeps typed values when rows are added, copied, moved or removed', async () => {
  const { press, write, shown, kept } = await open()
  await press('Add part')
  await write(1, 'Code', 'A')
  await press('Add part')
  expect(shown()).toEqual(['A', ''])
  await write(2, 'Code', 'B')
  await write(1, 'Note', 'first')
  await press('Copy part 1')
  expect([shown(), kept()]).toEqual([
    ['A', 'B', 'A'],
    ['A first', 'B', 'A first'],
  ])
  await write(3, 'Code', 'C')
  await press('Move part 3 up')
  expect([shown(), kept()]).toEqual([
    ['A', 'C', 'B'],
    ['A first', 'C first', 'B'],
  ])
  await write(2, 'Code', 'D')
  await press('Remove part 1')
  expect([shown(), kept()]).toEqual([
    ['D', 'B'],
    ['D first', 'B'],
  ])
})

test('keeps edits in saved rows when another row is removed', async () => {
  const { press, write, kept } = await open([
    { code: 'A', note: 'x' },
    { code: 'B', note: null },
  ])
  await write(2, 'Note', 'y')
  await press('Remove part 1')
  expect(kept()).toEqual(['B y'])
})

test('line amounts and totals update while typing', async () => {
  const charged: FieldModel = {
    ...field,
    charge: { unit: 'unit', quantity: 'quantity', tax: 'tax' },
    fields: [
      { name: 'quantity', kind: 'int', label: 'Quantity', required: false },
      { name: 'tax', kind: 'int', label: 'Tax', required: false },
    ],
  }
  const unit = { amount: 1050, currency: 'EUR' }
  const { write, press } = await open([{ quantity: 1, tax: 0, unit }], charged)
  const amounts = () => screen.getAllByRole('status').map((e) => e.textContent)
  const sums = () => screen.getAllByRole('definition').map((e) => e.textContent)
  await screen.findByRole('status')
  await screen.findByRole('definition')
  expect([amounts(), sums()]).toEqual([['€10.50'], ['€10.50']])
  await write(1, 'Quantity', '3')
  await write(1, 'Tax', '1000')
  expect([amounts(), sums()]).toEqual([['€31.50'], ['€31.50', '€3.15', '€34.65']])
  await press('Add part')
  expect([amounts(), sums()]).toEqual([
    ['€31.50', '—'],
    ['€31.50', '€3.15', '€34.65'],
  ])
})

test('undoes row changes in reverse order and keeps later typing', async () => {
  const { press, write, shown, kept } = await open([
    { code: 'A', note: null },
    { code: 'B', note: null },
    { code: 'C', note: null },
  ])
  await press('Move part 3 up')
  await press('Remove part 1')
  expect(shown()).toEqual(['C', 'B'])
  await write(2, 'Note', 'new')
  await press('Undo')
  expect(kept()).toEqual(['A', 'C', 'B new'])
  screen.getByRole('button', { name: 'Copy part 1' }).focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(kept()).toEqual(['A', 'B new', 'C'])
})

test('Alt+arrow moves a row and stops at both ends', async () => {
  const { shown } = await open([
    { code: 'A', note: null },
    { code: 'B', note: null },
  ])
  screen.getAllByLabelText('Code')[0]?.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(shown()).toEqual(['B', 'A'])
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
  expect(shown()).toEqual(['B', 'A'])
  screen.getByText('Part 1 is now at position 2 of 2')
})
