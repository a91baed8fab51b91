// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { modelOf } from '../../resource.ts'
import { Field } from '../../form/Field.tsx'

afterEach(cleanup)

const fields = modelOf('categories')!.fields.filter((f) => f.name === 'name' || f.name === 'slug')

/** A form with the name and slug of a category; `drawn` counts React renders. */
const open = async (defaultValues: FieldValues) => {
  const seen = { drawn: 0, form: undefined as unknown as UseFormReturn }
  const Form = () => {
    const form = useForm({ defaultValues, mode: 'onTouched' })
    seen.form = form
    return (
      <FormProvider {...form}>
        {fields.map((f) => (
          <Field key={f.name} field={f} name={f.name} />
        ))}
      </FormProvider>
    )
  }
  render(
    <MantineProvider>
      <Profiler
        id="form"
        onRender={() => {
          seen.drawn++
        }}
      >
        <Form />
      </Profiler>
    </MantineProvider>,
  )
  const [name, slug] = fields.map(
    (f) => document.getElementById(`field-${f.name}`) as HTMLInputElement,
  )
  await screen.findAllByRole('textbox')
  return { seen, name: name!, slug: slug! }
}

test('a slug follows its source field in the same render', async () => {
  const { seen, name, slug } = await open({ name: null, slug: null })
  await userEvent.type(name, 'Casa do ')
  for (const key of 'Mar') {
    const before = seen.drawn
    await userEvent.keyboard(key)
    expect(seen.drawn - before).toBe(1)
  }
  expect([slug.value, seen.form.getValues('slug')]).toEqual(['casa-do-mar', 'casa-do-mar'])
})

test('a slug that was edited, cleared or saved no longer follows its source', async () => {
  const { name, slug } = await open({ name: 'Casa', slug: null })
  expect(slug.value).toBe('casa')
  await userEvent.clear(slug)
  await userEvent.type(name, ' Azul')
  expect(slug.value).toBe('')
  cleanup()
  const saved = await open({ name: 'Casa', slug: 'house' })
  await userEvent.type(saved.name, ' Azul')
  expect(saved.slug.value).toBe('house')
})

test('a custom slug in a restored draft stays', async () => {
  const { seen, name, slug } = await open({ name: null, slug: null })
  seen.form.reset({ name: 'Casa', slug: 'my-house' }, { keepDefaultValues: true })
  await expect.poll(() => slug.value).toBe('my-house')
  await userEvent.type(name, ' Azul')
  expect(slug.value).toBe('my-house')
})
