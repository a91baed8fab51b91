/** Values of each kind for the catalogue. Pure. */
import { kinds, type Kind } from '#schemas/define/kinds.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'

const LONG =
  'A text that is much longer than the place it is drawn in, so that it is cut or wrapped '

const text = (): Json => 'Harbour view'
const firstOption = ({ options }: FieldModel): Json => options?.[0]?.value ?? null
const objectOf = (fields: readonly FieldModel[] = []): Json =>
  Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]))
/** Only the server has records and files. */
const nothing = (): Json => null
const none = (): Json => []

/** A kind without a sample does not compile. */
const samples: Readonly<Record<Kind, (field: FieldModel) => Json>> = {
  id: () => '018f0000-0000-7000-8000-000000000001',
  text,
  email: () => 'ana.martins@example.com',
  phone: () => '+351 912 345 678',
  url: () => 'https://example.com/rooms',
  slug: () => 'harbour-view',
  markdown: () => '**Harbour view** with a [balcony](https://example.com).\n\n- quiet\n- bright',
  longText: () => 'Harbour view.\nQuiet and bright.',
  timeZone: () => 'Europe/Lisbon',
  country: () => 'PT',
  currency: () => 'EUR',
  locale: () => 'pt-PT',
  icon: () => 'star',
  color: () => '#0f2051',
  enum: firstOption,
  state: firstOption,
  int: () => 1234,
  number: () => 1234.5,
  rating: () => 4,
  bps: () => 1250,
  money: () => ({ amount: 251000, currency: 'EUR' }),
  boolean: () => true,
  day: () => '2027-03-16',
  time: () => '15:00',
  instant: () => '2027-03-16T15:00:00.000Z',
  ref: nothing,
  refs: none,
  anyRef: nothing,
  tags: () => ['vip', 'returning'],
  enums: (field) => (field.options ?? []).slice(0, 2).map((o) => o.value),
  address: () => ({
    line: 'Rua do Sol 14',
    city: 'Porto',
    region: null,
    postalCode: '4000-001',
    country: 'PT',
  }),
  location: () => ({ lat: 41.14961, lng: -8.61099 }),
  image: nothing,
  file: nothing,
  images: none,
  files: none,
  rows: ({ fields }) => [objectOf(fields), objectOf(fields)],
  object: ({ fields }) => objectOf(fields),
  variant: ({ variants }) => ({
    kind: variants?.[0]?.value ?? '',
    ...(objectOf(variants?.[0]?.fields) as Record<string, Json>),
  }),
  secret: () => '••••1234',
  json: () => ({ nested: [1, 'two', null] }),
}

/** A value of the field. */
export const sampleOf = (field: FieldModel): Json => samples[field.kind](field)

const LONG_KINDS: ReadonlySet<Kind> = new Set<Kind>(['text', 'longText', 'markdown'])

/** A value too long for its place; undefined for kinds whose values are all short. */
export const longSampleOf = ({ kind }: FieldModel): Json | undefined =>
  LONG_KINDS.has(kind) ? LONG.repeat(4).trim() : undefined

const bare = (kind: Kind): FieldModel => ({ name: kind, kind, label: kind, required: false })

/** One field of each kind, as the schemas declare it; a bare one where no schema has it. */
export const fieldsByKind = (resources: readonly ResourceModel[]): readonly FieldModel[] => {
  const nested = ({ fields = [] }: FieldModel): readonly FieldModel[] => fields
  const all = resources.flatMap((r) => r.fields)
  const known = [...all, ...all.flatMap(nested)].filter(
    (f) => !f.when && (!f.derived || f.kind === 'state') && !f.countdown,
  )
  return (Object.keys(kinds) as Kind[]).map((kind) => {
    const declared = known.find((f) => f.kind === kind && (kind === 'secret' || !f.sensitive))
    return { ...(declared ?? bare(kind)), name: kind }
  })
}
