/** The form of a hotel, written for this one record, with the inputs of the product's. */
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Button, NativeSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { Controller, FormProvider, useForm, useFormContext, type FieldPath } from 'react-hook-form'
import { countryCodes } from '#ui/countries.ts'
import { post } from './api.ts'
import { hotelRules, type HotelValues } from './hotelRules.ts'
import { RefundRules, RoomTypes } from './HotelRows.tsx'

const Relation = lazy(async () => ({ default: (await import('./Relation.tsx')).Relation }))

type Name = FieldPath<HotelValues>
interface LineProps {
  readonly name: Name
  readonly label: string
  readonly type?: string
  readonly required?: boolean
}
const Line = ({ name, label, type = 'text', required = false }: LineProps) => {
  const { register, getFieldState, formState } = useFormContext<HotelValues>()
  return (
    <TextInput
      {...register(name)}
      id={`field-${name}`}
      label={label}
      type={type}
      required={required}
      error={getFieldState(name, formState).error?.message}
    />
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}
const Choices = ({
  data,
  ...line
}: Pick<LineProps, 'name' | 'label' | 'required'> & { data: Choice[] }) => (
  <Controller<HotelValues>
    name={line.name}
    render={({ field, fieldState }) => (
      <Select
        {...line}
        id={`field-${line.name}`}
        ref={field.ref}
        value={(field.value as string | null) ?? null}
        onChange={field.onChange}
        onBlur={field.onBlur}
        data={data}
        searchable
        limit={80}
        error={fieldState.error?.message}
      />
    )}
  />
)

const Linked = (props: { name: Name; label: string; of: string; several?: boolean }) => (
  <Suspense fallback={<TextInput label={props.label} readOnly aria-busy />}>
    <Relation {...props} />
  </Suspense>
)

const useStandardLists = (): { countries: Choice[]; zones: Choice[] } =>
  useMemo(() => {
    const names = new Intl.DisplayNames(['en'], { type: 'region' })
    return {
      countries: countryCodes
        .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
        .sort((a, b) => a.label.localeCompare(b.label)),
      zones: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({
        value,
        label: value.replace(/_/g, ' '),
      })),
    }
  }, [])

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <h2>{title}</h2>
    <div className="fields">{children}</div>
  </section>
)

const Basics = () => {
  const { register } = useFormContext<HotelValues>()
  return (
    <Section title="Basics">
      <Line name="name" label="Name" required />
      <Linked name="vendor" label="Vendor" of="vendors" />
      <Linked name="category" label="Category" of="categories" />
      <NativeSelect
        {...register('stars', { setValueAs: (text) => (text ? Number(text) : null) })}
        id="field-stars"
        label="Stars"
        data={['', '1', '2', '3', '4', '5']}
      />
      <Line name="slug" label="Slug" required />
      <Controller<HotelValues, 'tags'>
        name="tags"
        render={({ field }) => (
          <TagsInput id="field-tags" label="Tags" value={field.value} onChange={field.onChange} />
        )}
      />
      <Textarea
        {...register('description')}
        id="field-description"
        label="Description"
        autosize
        minRows={5}
      />
    </Section>
  )
}

const Place = () => {
  const { countries, zones } = useStandardLists()
  return (
    <Section title="Place">
      <Line name="address.line" label="Street and number" />
      <Line name="address.city" label="City" />
      <Line name="address.region" label="Region" />
      <Line name="address.postalCode" label="Postal code" />
      <Choices name="address.country" label="Country" data={countries} />
      <Line name="location.lat" label="Latitude" />
      <Line name="location.lng" label="Longitude" />
      <Choices name="timezone" label="Time zone" data={zones} required />
      <Line name="checkInTime" label="Check-in time" type="time" />
      <Line name="checkOutTime" label="Check-out time" type="time" />
    </Section>
  )
}

const defaultValues: Partial<HotelValues> = {
  name: '',
  slug: '',
  email: '',
  tags: [],
  facilities: [],
  roomTypes: [],
  refundRules: [],
  checkInTime: '15:00',
  checkOutTime: '11:00',
}

/** Sections of fields and the buttons of the form. */
export const HotelForm = () => {
  const form = useForm<HotelValues>({
    mode: 'onTouched',
    resolver: zodResolver(hotelRules) as never,
    defaultValues,
  })
  const navigate = useNavigate()
  const save = form.handleSubmit(async (values) => {
    if (await post('/api/hotels', values)) await navigate({ to: '/' as never })
    else form.setError('root', { message: 'Not saved' })
  })
  return (
    <FormProvider {...form}>
      <h1>Add hotel</h1>
      <form noValidate onSubmit={(e) => void save(e)}>
        <Basics />
        <Section title="Contact">
          <Line name="email" label="Email" type="email" required />
          <Line name="phone" label="Phone" type="tel" />
          <Line name="website" label="Website" type="url" />
        </Section>
        <Place />
        <Section title="Offer">
          <Linked name="facilities" label="Facilities" of="facilities" several />
          <label>
            Images
            <input type="file" id="field-images" multiple accept="image/*" />
          </label>
        </Section>
        <Section title="Room types">
          <RoomTypes />
        </Section>
        <Section title="Refund rules">
          <RefundRules />
        </Section>
        <div className="line">
          <Button type="submit" loading={form.formState.isSubmitting}>
            Save
          </Button>
          <Link to="/">Cancel</Link>
        </div>
      </form>
    </FormProvider>
  )
}
