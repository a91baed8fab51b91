import { labelIn } from '../texts/labels.ts'
import { json } from './parts/columns.ts'
import { fieldsOf, oneOf } from './parts/fill.ts'
import { asJson } from './parts/read.ts'
import { inside, isObject } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: json,
  fill: (f, d, of) => {
    const v = oneOf(d, f.variants ?? [])
    return { kind: v.value, ...fieldsOf(v.fields, d, of) }
  },
  read: asJson,
  write: (field, value, { language }, of) => {
    const kind = isObject(value) ? value.kind : undefined
    const shape = field.variants?.find((v) => v.value === kind)
    return shape
      ? [labelIn(language, shape.label), inside(shape.fields, value, of)].filter(Boolean).join(': ')
      : ''
  },
}
