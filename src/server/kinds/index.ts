// Written by `npm run generate`. A kind without this part does not compile.
import type { Kind } from '#schemas/define/kinds.ts'
import { kind as idKind } from './id.ts'
import { kind as textKind } from './text.ts'
import { kind as emailKind } from './email.ts'
import { kind as phoneKind } from './phone.ts'
import { kind as urlKind } from './url.ts'
import { kind as slugKind } from './slug.ts'
import { kind as markdownKind } from './markdown.ts'
import { kind as longTextKind } from './longText.ts'
import { kind as timeZoneKind } from './timeZone.ts'
import { kind as countryKind } from './country.ts'
import { kind as currencyKind } from './currency.ts'
import { kind as localeKind } from './locale.ts'
import { kind as iconKind } from './icon.ts'
import { kind as colorKind } from './color.ts'
import { kind as enumKind } from './enum.ts'
import { kind as stateKind } from './state.ts'
import { kind as intKind } from './int.ts'
import { kind as numberKind } from './number.ts'
import { kind as ratingKind } from './rating.ts'
import { kind as bpsKind } from './bps.ts'
import { kind as moneyKind } from './money.ts'
import { kind as booleanKind } from './boolean.ts'
import { kind as dayKind } from './day.ts'
import { kind as timeKind } from './time.ts'
import { kind as instantKind } from './instant.ts'
import { kind as refKind } from './ref.ts'
import { kind as refsKind } from './refs.ts'
import { kind as anyRefKind } from './anyRef.ts'
import { kind as tagsKind } from './tags.ts'
import { kind as enumsKind } from './enums.ts'
import { kind as addressKind } from './address.ts'
import { kind as locationKind } from './location.ts'
import { kind as imageKind } from './image.ts'
import { kind as fileKind } from './file.ts'
import { kind as imagesKind } from './images.ts'
import { kind as filesKind } from './files.ts'
import { kind as rowsKind } from './rows.ts'
import { kind as objectKind } from './object.ts'
import { kind as variantKind } from './variant.ts'
import { kind as secretKind } from './secret.ts'
import { kind as jsonKind } from './json.ts'
import type { ServerKind } from './types.ts'

/** Kinds on the server. */
export const serverKinds: Readonly<Record<Kind, ServerKind>> = {
  id: idKind,
  text: textKind,
  email: emailKind,
  phone: phoneKind,
  url: urlKind,
  slug: slugKind,
  markdown: markdownKind,
  longText: longTextKind,
  timeZone: timeZoneKind,
  country: countryKind,
  currency: currencyKind,
  locale: localeKind,
  icon: iconKind,
  color: colorKind,
  enum: enumKind,
  state: stateKind,
  int: intKind,
  number: numberKind,
  rating: ratingKind,
  bps: bpsKind,
  money: moneyKind,
  boolean: booleanKind,
  day: dayKind,
  time: timeKind,
  instant: instantKind,
  ref: refKind,
  refs: refsKind,
  anyRef: anyRefKind,
  tags: tagsKind,
  enums: enumsKind,
  address: addressKind,
  location: locationKind,
  image: imageKind,
  file: fileKind,
  images: imagesKind,
  files: filesKind,
  rows: rowsKind,
  object: objectKind,
  variant: variantKind,
  secret: secretKind,
  json: jsonKind,
}
