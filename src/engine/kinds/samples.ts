// Written by `npm run generate`. A kind without this part does not compile.
import type { Kind } from '#schemas/define/kinds.ts'
import { sample as idSample } from './id/sample.ts'
import { sample as textSample } from './text/sample.ts'
import { sample as emailSample } from './email/sample.ts'
import { sample as phoneSample } from './phone/sample.ts'
import { sample as urlSample } from './url/sample.ts'
import { sample as slugSample } from './slug/sample.ts'
import { sample as markdownSample } from './markdown/sample.ts'
import { sample as longTextSample } from './longText/sample.ts'
import { sample as timeZoneSample } from './timeZone/sample.ts'
import { sample as countrySample } from './country/sample.ts'
import { sample as currencySample } from './currency/sample.ts'
import { sample as localeSample } from './locale/sample.ts'
import { sample as iconSample } from './icon/sample.ts'
import { sample as colorSample } from './color/sample.ts'
import { sample as enumSample } from './enum/sample.ts'
import { sample as stateSample } from './state/sample.ts'
import { sample as intSample } from './int/sample.ts'
import { sample as numberSample } from './number/sample.ts'
import { sample as ratingSample } from './rating/sample.ts'
import { sample as bpsSample } from './bps/sample.ts'
import { sample as moneySample } from './money/sample.ts'
import { sample as booleanSample } from './boolean/sample.ts'
import { sample as daySample } from './day/sample.ts'
import { sample as timeSample } from './time/sample.ts'
import { sample as instantSample } from './instant/sample.ts'
import { sample as refSample } from './ref/sample.ts'
import { sample as refsSample } from './refs/sample.ts'
import { sample as anyRefSample } from './anyRef/sample.ts'
import { sample as tagsSample } from './tags/sample.ts'
import { sample as enumsSample } from './enums/sample.ts'
import { sample as addressSample } from './address/sample.ts'
import { sample as locationSample } from './location/sample.ts'
import { sample as imageSample } from './image/sample.ts'
import { sample as fileSample } from './file/sample.ts'
import { sample as imagesSample } from './images/sample.ts'
import { sample as filesSample } from './files/sample.ts'
import { sample as rowsSample } from './rows/sample.ts'
import { sample as objectSample } from './object/sample.ts'
import { sample as variantSample } from './variant/sample.ts'
import { sample as secretSample } from './secret/sample.ts'
import { sample as jsonSample } from './json/sample.ts'
import type { Sample } from './types.ts'

/** The catalogue. */
export const samples: Readonly<Record<Kind, Sample>> = {
  id: idSample,
  text: textSample,
  email: emailSample,
  phone: phoneSample,
  url: urlSample,
  slug: slugSample,
  markdown: markdownSample,
  longText: longTextSample,
  timeZone: timeZoneSample,
  country: countrySample,
  currency: currencySample,
  locale: localeSample,
  icon: iconSample,
  color: colorSample,
  enum: enumSample,
  state: stateSample,
  int: intSample,
  number: numberSample,
  rating: ratingSample,
  bps: bpsSample,
  money: moneySample,
  boolean: booleanSample,
  day: daySample,
  time: timeSample,
  instant: instantSample,
  ref: refSample,
  refs: refsSample,
  anyRef: anyRefSample,
  tags: tagsSample,
  enums: enumsSample,
  address: addressSample,
  location: locationSample,
  image: imageSample,
  file: fileSample,
  images: imagesSample,
  files: filesSample,
  rows: rowsSample,
  object: objectSample,
  variant: variantSample,
  secret: secretSample,
  json: jsonSample,
}
