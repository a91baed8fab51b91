// Written by `npm run generate`. A kind without this part does not compile.
import type { Kind } from '#schemas/define/kinds.ts'
import { input as idInput } from './id/input.ts'
import { input as textInput } from './text/input.ts'
import { input as emailInput } from './email/input.tsx'
import { input as phoneInput } from './phone/input.tsx'
import { input as urlInput } from './url/input.tsx'
import { input as slugInput } from './slug/input.tsx'
import { input as markdownInput } from './markdown/input.ts'
import { input as longTextInput } from './longText/input.tsx'
import { input as timeZoneInput } from './timeZone/input.ts'
import { input as countryInput } from './country/input.ts'
import { input as currencyInput } from './currency/input.ts'
import { input as localeInput } from './locale/input.ts'
import { input as iconInput } from './icon/input.ts'
import { input as colorInput } from './color/input.ts'
import { input as enumInput } from './enum/input.tsx'
import { input as stateInput } from './state/input.ts'
import { input as intInput } from './int/input.ts'
import { input as numberInput } from './number/input.ts'
import { input as ratingInput } from './rating/input.ts'
import { input as bpsInput } from './bps/input.tsx'
import { input as moneyInput } from './money/input.tsx'
import { input as booleanInput } from './boolean/input.tsx'
import { input as dayInput } from './day/input.ts'
import { input as timeInput } from './time/input.ts'
import { input as instantInput } from './instant/input.ts'
import { input as refInput } from './ref/input.ts'
import { input as refsInput } from './refs/input.ts'
import { input as anyRefInput } from './anyRef/input.ts'
import { input as tagsInput } from './tags/input.ts'
import { input as enumsInput } from './enums/input.ts'
import { input as addressInput } from './address/input.ts'
import { input as locationInput } from './location/input.ts'
import { input as imageInput } from './image/input.ts'
import { input as fileInput } from './file/input.ts'
import { input as imagesInput } from './images/input.ts'
import { input as filesInput } from './files/input.ts'
import { input as rowsInput } from './rows/input.ts'
import { input as objectInput } from './object/input.ts'
import { input as variantInput } from './variant/input.ts'
import { input as secretInput } from './secret/input.ts'
import { input as jsonInput } from './json/input.ts'
import type { InputKind } from './types.ts'

/** Inputs of forms. */
export const inputs: Readonly<Record<Kind, InputKind>> = {
  id: idInput,
  text: textInput,
  email: emailInput,
  phone: phoneInput,
  url: urlInput,
  slug: slugInput,
  markdown: markdownInput,
  longText: longTextInput,
  timeZone: timeZoneInput,
  country: countryInput,
  currency: currencyInput,
  locale: localeInput,
  icon: iconInput,
  color: colorInput,
  enum: enumInput,
  state: stateInput,
  int: intInput,
  number: numberInput,
  rating: ratingInput,
  bps: bpsInput,
  money: moneyInput,
  boolean: booleanInput,
  day: dayInput,
  time: timeInput,
  instant: instantInput,
  ref: refInput,
  refs: refsInput,
  anyRef: anyRefInput,
  tags: tagsInput,
  enums: enumsInput,
  address: addressInput,
  location: locationInput,
  image: imageInput,
  file: fileInput,
  images: imagesInput,
  files: filesInput,
  rows: rowsInput,
  object: objectInput,
  variant: variantInput,
  secret: secretInput,
  json: jsonInput,
}
