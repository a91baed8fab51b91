import './inputs.css'
import type { ComponentType } from 'react'
import type { Kind } from '#schemas/define/kinds.ts'
import { BooleanInput, EnumInput } from './choices.tsx'
import { GroupInput, VariantInput } from './groups.tsx'
import { lazyInput } from './lazyInput.tsx'
import { BpsInput, MoneyInput, NumberInput, RatingInput } from './numbers.tsx'
import { RowsField } from './rows/RowsField.tsx'
import { LineInput, LongTextInput, SecretInput, SlugInput } from './text.tsx'
import type { InputProps } from './types.ts'

// Inputs of dates, inputs with a dropdown and upload inputs load when such a field is on the form.
const DayInput = lazyInput(() => import('./dates.tsx'), 'DayInput')
const TimeInput = lazyInput(() => import('./dates.tsx'), 'TimeInput')
const InstantInput = lazyInput(() => import('./dates.tsx'), 'InstantInput')
const RefInput = lazyInput(() => import('./references.tsx'), 'RefInput')
const RefsInput = lazyInput(() => import('./references.tsx'), 'RefsInput')
const AnyRefInput = lazyInput(() => import('./references.tsx'), 'AnyRefInput')
const TagsField = lazyInput(() => import('./references.tsx'), 'TagsField')
const EnumsInput = lazyInput(() => import('./references.tsx'), 'EnumsInput')
const StandardListInput = lazyInput(() => import('./standardLists.tsx'), 'StandardListInput')
const MarkdownInput = lazyInput(() => import('./markdown.tsx'), 'MarkdownInput')
const FileInput = lazyInput(() => import('./files.tsx'), 'FileInput')
const FileListInput = lazyInput(() => import('./files.tsx'), 'FileListInput')

/** The input of each kind; generated forms do not edit kinds without one. */
export const inputs: Partial<Record<Kind, ComponentType<InputProps<never>>>> = {
  text: LineInput,
  email: LineInput,
  phone: LineInput,
  url: LineInput,
  slug: SlugInput,
  longText: LongTextInput,
  markdown: MarkdownInput,
  secret: SecretInput,
  int: NumberInput,
  number: NumberInput,
  bps: BpsInput,
  rating: RatingInput,
  money: MoneyInput,
  boolean: BooleanInput,
  enum: EnumInput,
  enums: EnumsInput,
  timeZone: StandardListInput,
  country: StandardListInput,
  currency: StandardListInput,
  locale: StandardListInput,
  icon: StandardListInput,
  color: LineInput,
  day: DayInput,
  time: TimeInput,
  instant: InstantInput,
  ref: RefInput,
  refs: RefsInput,
  anyRef: AnyRefInput,
  tags: TagsField,
  image: FileInput,
  file: FileInput,
  images: FileListInput,
  files: FileListInput,
  address: GroupInput,
  location: GroupInput,
  object: GroupInput,
  variant: VariantInput,
  rows: RowsField,
}
