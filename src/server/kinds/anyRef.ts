import { own } from '#schemas/define/own.ts'
import { json } from './parts/columns.ts'
import { oneOf } from './parts/fill.ts'
import { asJson } from './parts/read.ts'
import { isObject } from './parts/write.ts'
import type { ServerKind } from './types.ts'

export const kind: ServerKind = {
  column: json,
  fill: (f, d) => {
    const types = (f.targets ?? []).filter((t) => d.targets(t).length)
    if (!types.length) {
      return undefined
    }
    const type = oneOf(d, types)
    return { type, id: oneOf(d, d.targets(type)) }
  },
  read: (field, text, rules) => {
    const pointed = /^\s*([a-z][a-z0-9-]*)\/([0-9a-fA-F-]{36})\s*$/.exec(text)
    return pointed ? { type: pointed[1]!, id: pointed[2]! } : asJson(field, text, rules)
  },
  write: (_, value, { titles }) => own(titles, isObject(value) ? String(value.id) : '') ?? '',
}
