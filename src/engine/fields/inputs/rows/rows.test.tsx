// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { meQuery } from '#data/queries.ts'
import { Field } from '../../../form/Field.tsx'
import { FormResource } from '../../../form/formResource.ts'
import { modelOf } from '../../../resource.ts'

afterEach(cleanup)

const orders = modelOf('orders')!
const lines = orders.fields.find((f) => f.name === 'lines')!
const line = (title: string, unit: object | null = null) => ({ title, quantity: 1, unit, tax: 0 })

/** The lines of an order in yen. */
const open = async (rows: readonly object[], currency: string | null = 'JPY') => {
  let form: UseFormReturn<FieldValues> | undefined
  const Form = () => {
    const made = useForm<FieldValues>({ defaultValues: { currency, lines: rows } })
    form = made
    return (
      <FormProvider {...made}>
        <FormResource value={orders}>
          <Field field={lines} name="lines" />
        </FormResource>
      </FormProvider>
    )
  }
  const client = new QueryClient()
  client.setQueryData(meQuery().queryKey, { organisation: { currency: 'EUR' } } as never)
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <Form />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findAllByLabelText(/^Unit price/)
  return {
    unit: (at: number) => form?.getValues(`lines.r${at}.unit`) as unknown,
    input: (label: string | RegExp, at = 0) =>
      screen.getAllByLabelText<HTMLInputElement>(label)[at]!,
    valueOf: (name: string) => form?.getValues(name) as unknown,
    set: (name: string, value: unknown) => act(() => form?.setValue(name, value)),
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
  }
}

test('an amount of a new row is in the currency of the record', async () => {
  const { unit, input, press } = await open([line('A', { amount: 5, currency: 'JPY' })])
  await press('Add line')
  await userEvent.type(input(/^Unit price/, 1), '1500')
  expect(unit(1)).toEqual({ amount: 1500, currency: 'JPY' })
})

test('or in that of the other rows, where the record names none', async () => {
  const { unit, input, press } = await open([line('A', { amount: 5, currency: 'CHF' })], null)
  await press('Add line')
  await userEvent.type(input(/^Unit price/, 1), '15')
  expect(unit(1)).toEqual({ amount: 1500, currency: 'CHF' })
})

test('another currency keeps the number that was typed', async () => {
  const { unit, input } = await open([line('A')], 'EUR')
  await userEvent.type(input(/^Unit price/), '1500')
  await userEvent.selectOptions(input('Currency of Unit price'), 'JPY')
  expect([unit(0), input(/^Unit price/).value]).toEqual([{ amount: 1500, currency: 'JPY' }, '1500'])
  await userEvent.selectOptions(input('Currency of Unit price'), 'EUR')
  expect(unit(0)).toEqual({ amount: 150_000, currency: 'EUR' })
})

test('a currency alone is not an amount, and stays when the amount is replaced', async () => {
  const { unit, input } = await open([line('A')], 'EUR')
  await userEvent.selectOptions(input('Currency of Unit price'), 'GBP')
  expect([unit(0), input('Currency of Unit price').value]).toEqual([null, 'GBP'])
  await userEvent.type(input(/^Unit price/), '2')
  await userEvent.clear(input(/^Unit price/))
  await userEvent.type(input(/^Unit price/), '3')
  expect(unit(0)).toEqual({ amount: 300, currency: 'GBP' })
})

test('a row that was moved to the end or brought back does not lose the focus', async () => {
  const { press } = await open([line('A'), line('B'), line('C')])
  await press('Move line 2 down')
  const up = screen.getByRole('button', { name: 'Move line 3 up' })
  await waitFor(() => expect(document.activeElement).toBe(up))
  await press('Remove line 1')
  await press('Undo')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add line' }))
})

test('amounts follow the currency of the record with their numbers, others stay', async () => {
  const { unit, input, set } = await open(
    [line('A', { amount: 150_000, currency: 'EUR' }), line('B', { amount: 5, currency: 'CHF' })],
    'EUR',
  )
  set('currency', 'JPY')
  expect([unit(0), unit(1)]).toEqual([
    { amount: 1500, currency: 'JPY' },
    { amount: 5, currency: 'CHF' },
  ])
  expect(input('Currency of Unit price').value).toBe('JPY')
})

test('Ctrl+Z takes another currency back, with the amounts that followed it', async () => {
  const amounts = [1500, 250].map((amount) => ({ amount, currency: 'JPY' }))
  const { unit, input, set, valueOf } = await open([line('A', amounts[0]), line('B', amounts[1])])
  set('currency', 'EUR')
  set('currency', 'USD')
  expect(unit(0)).toEqual({ amount: 150_000, currency: 'USD' })
  await userEvent.click(input(/^Title/))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect([valueOf('currency'), unit(0)]).toEqual(['EUR', { amount: 150_000, currency: 'EUR' }])
  await userEvent.keyboard('{Control>}z{/Control}')
  expect([valueOf('currency'), unit(0), unit(1)]).toEqual(['JPY', ...amounts])
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(valueOf('currency')).toBe('JPY')
})
