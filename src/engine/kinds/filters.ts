// Written by `npm run generate`. A kind without this part does not compile.
import type { Kind } from '#schemas/define/kinds.ts'
import { filter as idFilter } from './id/filter.ts'
import { filter as textFilter } from './text/filter.ts'
import { filter as emailFilter } from './email/filter.ts'
import { filter as phoneFilter } from './phone/filter.ts'
import { filter as urlFilter } from './url/filter.ts'
import { filter as slugFilter } from './slug/filter.ts'
import { filter as markdownFilter } from './markdown/filter.ts'
import { filter as longTextFilter } from './longText/filter.ts'
import { filter as timeZoneFilter } from './timeZone/filter.ts'
import { filter as countryFilter } from './country/filter.ts'
import { filter as currencyFilter } from './currency/filter.ts'
import { filter as localeFilter } from './locale/filter.ts'
import { filter as iconFilter } from './icon/filter.ts'
import { filter as colorFilter } from './color/filter.ts'
import { filter as enumFilter } from './enum/filter.ts'
import { filter as stateFilter } from './state/filter.ts'
import { filter as intFilter } from './int/filter.ts'
import { filter as numberFilter } from './number/filter.ts'
import { filter as ratingFilter } from './rating/filter.ts'
import { filter as bpsFilter } from './bps/filter.ts'
import { filter as moneyFilter } from './money/filter.ts'
import { filter as booleanFilter } from './boolean/filter.ts'
import { filter as dayFilter } from './day/filter.ts'
import { filter as timeFilter } from './time/filter.ts'
import { filter as instantFilter } from './instant/filter.ts'
import { filter as refFilter } from './ref/filter.ts'
import { filter as refsFilter } from './refs/filter.ts'
import { filter as anyRefFilter } from './anyRef/filter.ts'
import { filter as tagsFilter } from './tags/filter.tsx'
import { filter as enumsFilter } from './enums/filter.ts'
import { filter as addressFilter } from './address/filter.ts'
import { filter as locationFilter } from './location/filter.ts'
import { filter as imageFilter } from './image/filter.ts'
import { filter as fileFilter } from './file/filter.ts'
import { filter as imagesFilter } from './images/filter.ts'
import { filter as filesFilter } from './files/filter.ts'
import { filter as rowsFilter } from './rows/filter.ts'
import { filter as objectFilter } from './object/filter.ts'
import { filter as variantFilter } from './variant/filter.ts'
import { filter as secretFilter } from './secret/filter.ts'
import { filter as jsonFilter } from './json/filter.ts'
import type { FilterKind } from './types.ts'

/** Filters. */
export const filters: Readonly<Record<Kind, FilterKind>> = {
  id: idFilter,
  text: textFilter,
  email: emailFilter,
  phone: phoneFilter,
  url: urlFilter,
  slug: slugFilter,
  markdown: markdownFilter,
  longText: longTextFilter,
  timeZone: timeZoneFilter,
  country: countryFilter,
  currency: currencyFilter,
  locale: localeFilter,
  icon: iconFilter,
  color: colorFilter,
  enum: enumFilter,
  state: stateFilter,
  int: intFilter,
  number: numberFilter,
  rating: ratingFilter,
  bps: bpsFilter,
  money: moneyFilter,
  boolean: booleanFilter,
  day: dayFilter,
  time: timeFilter,
  instant: instantFilter,
  ref: refFilter,
  refs: refsFilter,
  anyRef: anyRefFilter,
  tags: tagsFilter,
  enums: enumsFilter,
  address: addressFilter,
  location: locationFilter,
  image: imageFilter,
  file: fileFilter,
  images: imagesFilter,
  files: filesFilter,
  rows: rowsFilter,
  object: objectFilter,
  variant: variantFilter,
  secret: secretFilter,
  json: jsonFilter,
}
