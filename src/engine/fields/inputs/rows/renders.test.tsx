// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import type { FieldModel } from '#model/types.ts'
import { Field } from '../../../form/Field.tsx'
import { keyedPath, plainValues, rowsIn } from '../../../form/keyedRows.ts'
import type { InputProps } from '../types.ts'

const { drawn } = vi.hoisted(() => ({ drawn: [] as string[] }))
vi.mock('../../../kinds/inputs.ts', async (original) => {
  const { inputs } = await original<typeof import('../../../kinds/inputs.ts')>()
  const Text = inputs.text as (props: InputProps) => React.ReactNode
  const text = (props: InputProps) => {
    drawn.push(props.name)
    return <Text {...props} />
  }
  const money = ({ name }: InputProps) => {
    drawn.push(name)
    return null
  }
  return { inputs: { ...inputs, text, money } }
})

afterEach(cleanup)

const field = {
  name: 'parts',
  kind: 'rows',
  label: 'Parts',
  fields: [
    { name: 'code', kind: 'text', label: 'Code' },
    { name: 'price', kind: 'money', label: 'Price' },
  ],
} as unknown as FieldModel

let form: UseFormReturn<FieldValues>
const Form = ({ codes }: { readonly codes: readonly string[] }) => {
  const price = { amount: 100, currency: 'EUR' }
  form = useForm<FieldValues>({ defaultValues: { parts: codes.map((code) => ({ code, price })) } })
  return (
    <FormProvider {...form}>
      <Field field={field} name="parts" />
    </FormProvider>
  )
}
/** Rows of one code each, all of them drawn. */
const open = async (...codes: string[]) => {
  render(<Form codes={codes} />, { wrapper: MantineProvider })
  await waitFor(() => expect(screen.getAllByLabelText('Code')).toHaveLength(codes.length))
  drawn.length = 0
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.getAllByLabelText('Code').map((e) => (e as HTMLInputElement).value)

test('typing, moving, removing and taking back render no other row', async () => {
  await open('A', 'B', 'C', 'D')
  fireEvent.change(screen.getAllByLabelText('Code')[1]!, { target: { value: 'Bb' } })
  expect([new Set(drawn), shown()]).toEqual([new Set(['parts.r1.code']), ['A', 'Bb', 'C', 'D']])
  drawn.length = 0
  press('Move part 1 down')
  press('Remove part 3')
  expect([drawn, shown()]).toEqual([[], ['Bb', 'A', 'D']])
  press('Undo')
  expect([new Set(drawn), shown()]).toEqual([
    new Set(['parts.r2.code', 'parts.r2.price']),
    ['Bb', 'A', 'C', 'D'],
  ])
  drawn.length = 0
  press('Add part')
  expect(new Set(drawn)).toEqual(new Set(['parts.r4.code', 'parts.r4.price']))
})

test('an error stays with its row, and goes with it', async () => {
  await open('A', 'B')
  const wrong = () => shown().filter((_, i) => screen.getAllByLabelText('Code')[i]!.ariaInvalid)
  act(() => form.setError(keyedPath('parts.1.code', form.getValues()), { message: 'Wrong' }))
  press('Move part 2 up')
  expect(wrong()).toEqual(['B'])
  press('Remove part 1')
  expect([wrong(), form.formState.errors]).toEqual([[], {}])
})

test('many rows are drawn in parts until all are there, in their order', async () => {
  const codes = Array.from({ length: 13 }, (_, i) => String(i))
  await open(...codes)
  expect(shown()).toEqual(codes)
})

test('what is kept outside the form has its rows as lists', async () => {
  await open('A', 'B')
  press('Remove part 1')
  expect(plainValues([field], form.getValues())).toMatchObject({ parts: [{ code: 'B' }] })
})

test('another value from outside replaces the rows', async () => {
  await open('A', 'B')
  act(() => form.reset({ parts: [{ code: 'C' }] }))
  expect([shown(), rowsIn(form.getValues('parts'))]).toEqual([['C'], [{ code: 'C' }]])
})
