/** The form of a hotel with the inputs of the product's. */
import type { ReactNode } from 'react'
import { Box, Typography } from '@mui/material'
import {
  ArrayInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  Create,
  ImageField,
  ImageInput,
  NumberInput,
  ReferenceArrayInput,
  ReferenceInput,
  SelectInput,
  SimpleForm,
  SimpleFormIterator,
  TextArrayInput,
  TextInput,
  TimeInput,
  email,
  maxLength,
  maxValue,
  minValue,
  regex,
  required,
} from 'react-admin'
import { countryCodes } from '../../../../src/ui/countries.ts'

const stars = [1, 2, 3, 4, 5].map((id) => ({ id, name: '★'.repeat(id) }))
const needed = required()
const short = [maxLength(120)]
const rate = [minValue(0), maxValue(1_000_000)]
const slugs = [needed, regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case words and hyphens')]
const emails = [needed, email()]
const latitudes = [minValue(-90), maxValue(90)]
const longitudes = [minValue(-180), maxValue(180)]

const namesOf = (): { id: string; name: string }[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  return countryCodes
    .map((id) => ({ id, name: `${names.of(id) ?? id} (${id})` }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
const countries = namesOf()
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({
  id,
  name: id.replace(/_/g, ' '),
}))

const Section = ({
  title,
  columns = 2,
  children,
}: {
  title: string
  columns?: number
  children: ReactNode
}) => (
  <Box component="section" sx={{ width: '100%', mb: 2 }}>
    <Typography variant="h6">{title}</Typography>
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {children}
    </Box>
  </Box>
)

const HotelForm = () => (
  <Create title="Add hotel" redirect="list">
    <SimpleForm mode="onTouched" defaultValues={{ checkInTime: null, checkOutTime: null }}>
      <Section title="Basics">
        <TextInput source="name" validate={[needed, ...short]} />
        <ReferenceInput source="vendor" reference="vendors">
          <AutocompleteInput optionText="title" validate={needed} />
        </ReferenceInput>
        <ReferenceInput source="category" reference="categories">
          <AutocompleteInput optionText="title" />
        </ReferenceInput>
        <SelectInput source="stars" choices={stars} />
        <TextInput source="slug" validate={slugs} />
        <TextArrayInput source="tags" />
        <TextInput source="description" multiline minRows={5} sx={{ gridColumn: '1 / -1' }} />
      </Section>
      <Section title="Contact">
        <TextInput source="email" type="email" validate={emails} />
        <TextInput source="phone" type="tel" />
        <TextInput source="website" type="url" />
      </Section>
      <Section title="Address" columns={4}>
        <TextInput
          source="address.line"
          label="Street and number"
          validate={short}
          sx={{ gridColumn: '1 / -1' }}
        />
        <TextInput source="address.city" label="City" validate={short} />
        <TextInput source="address.region" label="Region" validate={short} />
        <TextInput source="address.postalCode" label="Postal code" validate={short} />
        <AutocompleteInput source="address.country" label="Country" choices={countries} />
        <NumberInput source="location.lat" label="Latitude" validate={latitudes} />
        <NumberInput source="location.lng" label="Longitude" validate={longitudes} />
      </Section>
      <Section title="Place">
        <AutocompleteInput source="timezone" label="Time zone" choices={zones} validate={needed} />
        <TimeInput source="checkInTime" label="Check-in time" />
        <TimeInput source="checkOutTime" label="Check-out time" />
      </Section>
      <Section title="Offer">
        <ReferenceArrayInput source="facilities" reference="facilities">
          <AutocompleteArrayInput optionText="title" />
        </ReferenceArrayInput>
        <ImageInput source="images" multiple>
          <ImageField source="src" title="title" />
        </ImageInput>
      </Section>
      <ArrayInput source="roomTypes" label="Room types">
        <SimpleFormIterator inline>
          <TextInput source="code" validate={needed} />
          <TextInput source="name" validate={needed} />
          <NumberInput source="adults" validate={needed} />
          <NumberInput source="children" />
          <NumberInput source="rooms" validate={needed} />
          <NumberInput source="nightlyRate" validate={rate} />
        </SimpleFormIterator>
      </ArrayInput>
      <ArrayInput source="refundRules" label="Refund rules">
        <SimpleFormIterator inline>
          <NumberInput source="daysBefore" validate={needed} />
          <SelectInput source="fee.kind" choices={['percent', 'fixed']} />
        </SimpleFormIterator>
      </ArrayInput>
    </SimpleForm>
  </Create>
)
export default HotelForm
