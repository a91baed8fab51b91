/** Which fields a list can show, which it shows, and how wide. Pure. */
import { alignsEnd } from '../fields/format.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import type { Kind } from '#schemas/define/kinds.ts'

/** One column of a list. */
export interface ListColumn {
  readonly name: string
  readonly field: FieldModel
  readonly sortable: boolean
  readonly end: boolean
  /** The column that names the record and links to it. */
  readonly title: boolean
  readonly widthPx: number
}

const UNSHOWN: ReadonlySet<Kind> = new Set<Kind>(['json', 'object', 'variant', 'rows', 'secret', 'files'])
const EXTRA = ['createdAt', 'updatedAt']

const WIDTHS: Partial<Record<Kind, number>> = {
  ref: 184, state: 136, enum: 120, boolean: 96, int: 96, number: 104, rating: 104, bps: 96, money: 128, day: 128, instant: 176, time: 88, email: 216, url: 208,
  tags: 200, enums: 184, refs: 96, image: 72, images: 72, file: 72, country: 136, phone: 152, slug: 168, longText: 240, markdown: 240, address: 264, timeZone: 152,
}
/** Least width of the title column; it takes what the others leave. */
export const TITLE_WIDTH_PX = 232

/** Every field a person may show as a column, in the schema's order. */
export const possibleColumns = (resource: ResourceModel, readable: (field: string) => boolean): ListColumn[] => {
  const names = [...new Set([resource.title, ...resource.list.columns, ...resource.fields.filter((f) => !f.hidden).map((f) => f.name), ...EXTRA])]
  return names.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field || UNSHOWN.has(field.kind) || !(EXTRA.includes(name) || readable(name))) return []
    const title = name === resource.title
    return [{ name, field, title, sortable: resource.list.sortable.includes(name), end: alignsEnd(field), widthPx: title ? TITLE_WIDTH_PX : WIDTHS[field.kind] ?? 160 }]
  })
}

/** Names of the columns to show, in order: those a person chose, else those of the schema; the title is always among them. */
export const shownColumns = (resource: ResourceModel, possible: readonly ListColumn[], chosen: readonly string[] | undefined): string[] => {
  const known = new Set(possible.map((c) => c.name))
  const shown = [...new Set(chosen ?? resource.list.columns)].filter((name) => known.has(name))
  return shown.includes(resource.title) || !known.has(resource.title) ? shown : [resource.title, ...shown]
}

/** Fields a list has to ask for: its columns, what names a row, and what its menu depends on. */
export const askedFields = (resource: ResourceModel, shown: readonly string[], readable: (field: string) => boolean): string[] =>
  [...new Set([...shown, resource.title, ...(resource.states.length ? ['state'] : [])])].filter((name) => EXTRA.includes(name) || readable(name))
