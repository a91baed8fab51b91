// Written by `npm run generate`. A kind without this part does not compile.
import type { Kind } from '#schemas/define/kinds.ts'
import { list as idList } from './id/list.ts'
import { list as textList } from './text/list.ts'
import { list as emailList } from './email/list.ts'
import { list as phoneList } from './phone/list.ts'
import { list as urlList } from './url/list.ts'
import { list as slugList } from './slug/list.ts'
import { list as markdownList } from './markdown/list.ts'
import { list as longTextList } from './longText/list.ts'
import { list as timeZoneList } from './timeZone/list.ts'
import { list as countryList } from './country/list.ts'
import { list as currencyList } from './currency/list.ts'
import { list as localeList } from './locale/list.ts'
import { list as iconList } from './icon/list.tsx'
import { list as colorList } from './color/list.tsx'
import { list as enumList } from './enum/list.tsx'
import { list as stateList } from './state/list.tsx'
import { list as intList } from './int/list.ts'
import { list as numberList } from './number/list.ts'
import { list as ratingList } from './rating/list.tsx'
import { list as bpsList } from './bps/list.ts'
import { list as moneyList } from './money/list.ts'
import { list as booleanList } from './boolean/list.tsx'
import { list as dayList } from './day/list.ts'
import { list as timeList } from './time/list.ts'
import { list as instantList } from './instant/list.tsx'
import { list as refList } from './ref/list.ts'
import { list as refsList } from './refs/list.ts'
import { list as anyRefList } from './anyRef/list.ts'
import { list as tagsList } from './tags/list.tsx'
import { list as enumsList } from './enums/list.tsx'
import { list as addressList } from './address/list.ts'
import { list as locationList } from './location/list.ts'
import { list as imageList } from './image/list.tsx'
import { list as fileList } from './file/list.ts'
import { list as imagesList } from './images/list.tsx'
import { list as filesList } from './files/list.ts'
import { list as rowsList } from './rows/list.ts'
import { list as objectList } from './object/list.ts'
import { list as variantList } from './variant/list.ts'
import { list as secretList } from './secret/list.ts'
import { list as jsonList } from './json/list.ts'
import type { ListKind } from './types.ts'

/** What a list shows of each kind; loaded with the first list. */
export const lists: Readonly<Record<Kind, ListKind>> = {
  id: idList,
  text: textList,
  email: emailList,
  phone: phoneList,
  url: urlList,
  slug: slugList,
  markdown: markdownList,
  longText: longTextList,
  timeZone: timeZoneList,
  country: countryList,
  currency: currencyList,
  locale: localeList,
  icon: iconList,
  color: colorList,
  enum: enumList,
  state: stateList,
  int: intList,
  number: numberList,
  rating: ratingList,
  bps: bpsList,
  money: moneyList,
  boolean: booleanList,
  day: dayList,
  time: timeList,
  instant: instantList,
  ref: refList,
  refs: refsList,
  anyRef: anyRefList,
  tags: tagsList,
  enums: enumsList,
  address: addressList,
  location: locationList,
  image: imageList,
  file: fileList,
  images: imagesList,
  files: filesList,
  rows: rowsList,
  object: objectList,
  variant: variantList,
  secret: secretList,
  json: jsonList,
}
