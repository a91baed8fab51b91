// Written by `npm run generate`. A kind without this part does not compile.
import type { Kind } from '#schemas/define/kinds.ts'
import { value as idValue } from './id/value.ts'
import { value as textValue } from './text/value.ts'
import { value as emailValue } from './email/value.tsx'
import { value as phoneValue } from './phone/value.tsx'
import { value as urlValue } from './url/value.tsx'
import { value as slugValue } from './slug/value.ts'
import { value as markdownValue } from './markdown/value.tsx'
import { value as longTextValue } from './longText/value.tsx'
import { value as timeZoneValue } from './timeZone/value.ts'
import { value as countryValue } from './country/value.ts'
import { value as currencyValue } from './currency/value.ts'
import { value as localeValue } from './locale/value.ts'
import { value as iconValue } from './icon/value.tsx'
import { value as colorValue } from './color/value.ts'
import { value as enumValue } from './enum/value.tsx'
import { value as stateValue } from './state/value.tsx'
import { value as intValue } from './int/value.ts'
import { value as numberValue } from './number/value.ts'
import { value as ratingValue } from './rating/value.ts'
import { value as bpsValue } from './bps/value.ts'
import { value as moneyValue } from './money/value.ts'
import { value as booleanValue } from './boolean/value.tsx'
import { value as dayValue } from './day/value.ts'
import { value as timeValue } from './time/value.ts'
import { value as instantValue } from './instant/value.tsx'
import { value as refValue } from './ref/value.tsx'
import { value as refsValue } from './refs/value.tsx'
import { value as anyRefValue } from './anyRef/value.tsx'
import { value as tagsValue } from './tags/value.ts'
import { value as enumsValue } from './enums/value.ts'
import { value as addressValue } from './address/value.tsx'
import { value as locationValue } from './location/value.ts'
import { value as imageValue } from './image/value.ts'
import { value as fileValue } from './file/value.ts'
import { value as imagesValue } from './images/value.ts'
import { value as filesValue } from './files/value.ts'
import { value as rowsValue } from './rows/value.tsx'
import { value as objectValue } from './object/value.tsx'
import { value as variantValue } from './variant/value.tsx'
import { value as secretValue } from './secret/value.ts'
import { value as jsonValue } from './json/value.tsx'
import type { ValueKind } from './types.ts'

/** Values on a page. */
export const values: Readonly<Record<Kind, ValueKind>> = {
  id: idValue,
  text: textValue,
  email: emailValue,
  phone: phoneValue,
  url: urlValue,
  slug: slugValue,
  markdown: markdownValue,
  longText: longTextValue,
  timeZone: timeZoneValue,
  country: countryValue,
  currency: currencyValue,
  locale: localeValue,
  icon: iconValue,
  color: colorValue,
  enum: enumValue,
  state: stateValue,
  int: intValue,
  number: numberValue,
  rating: ratingValue,
  bps: bpsValue,
  money: moneyValue,
  boolean: booleanValue,
  day: dayValue,
  time: timeValue,
  instant: instantValue,
  ref: refValue,
  refs: refsValue,
  anyRef: anyRefValue,
  tags: tagsValue,
  enums: enumsValue,
  address: addressValue,
  location: locationValue,
  image: imageValue,
  file: fileValue,
  images: imagesValue,
  files: filesValue,
  rows: rowsValue,
  object: objectValue,
  variant: variantValue,
  secret: secretValue,
  json: jsonValue,
}
