// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { inputs } from '../kinds/inputs.ts'
import { Field } from './Field.tsx'
import { prepareInputs } from './prepareInputs.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const opens = { name: 'opens', kind: 'time', label: 'Opens' } as FieldModel
const resource = (...fields: FieldModel[]) =>
  ({ fields, form: { sections: [{ title: '', fields: ['opens', 'hours'] }] } }) as Pick<
    ResourceModel,
    'fields' | 'form'
  >

const draw = () => {
  const Form = () => (
    <FormProvider {...useForm({ defaultValues: { opens: '09:30' } })}>
      <Field field={opens} name="opens" />
    </FormProvider>
  )
  render(<Form />)
  return screen.getByLabelText<HTMLInputElement>('Opens')
}

test('an input has a placeholder until its code is here, and from then on is drawn at once', async () => {
  expect(draw().getAttribute('aria-busy')).toBe('true')
  cleanup()
  await inputs.time?.load?.()
  const input = draw()
  expect(input.hasAttribute('aria-busy')).toBe(false)
  expect(input.value).toMatch(/9.30/)
})

test('the parts of a group are loaded with it, rows and fields off the form are not', async () => {
  const load = vi.spyOn(inputs.time as { load: () => Promise<unknown> }, 'load')
  const group = {
    name: 'hours',
    kind: 'object',
    label: 'Hours',
    required: false,
    fields: [opens],
  } as FieldModel
  await prepareInputs(resource({ ...group, kind: 'rows' }, { ...opens, name: 'closes' }))
  expect(load).not.toHaveBeenCalled()
  await prepareInputs(resource(group))
  expect(load).toHaveBeenCalledOnce()
})

test('a form waits no longer than half a second, and not for what cannot be loaded', async () => {
  const load = vi.spyOn(inputs.time as { load: () => Promise<unknown> }, 'load')
  load.mockRejectedValueOnce(new Error('offline'))
  await prepareInputs(resource(opens))
  vi.useFakeTimers()
  load.mockReturnValueOnce(new Promise(() => undefined))
  const waits = prepareInputs(resource(opens))
  await vi.advanceTimersByTimeAsync(500)
  await waits
})
