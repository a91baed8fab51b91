/** Which fields a list can show, which it shows, and their widths. Pure. */
import { lists } from '../kinds/lists.ts'
import type { KindColumn } from '../kinds/types.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'

/** One column of a list. */
export interface ListColumn {
  readonly name: string
  readonly field: FieldModel
  readonly sortable: boolean
  readonly end: boolean
  /** The column that names the record and links to it. */
  readonly title: boolean
  readonly widthPx: number
  /** Takes a share of the remaining width. */
  readonly flexible: boolean
  /** The resource that a column such as `customer.email` shows a field of. */
  readonly of?: ResourceModel
}

const EXTRA = ['createdAt', 'updatedAt']

const TITLE_WIDTH_PX = 176
/** Texts no longer than this, and codes (texts with a pattern), need only a narrow column. */
const SHORT_LENGTH = 40
const SHORT_WIDTH_PX = 104
/** A record's number must be fully readable: `ORD-000660`, `INV-2026-000001`. */
const SHORT_TITLE_PX = 152

/** The width of a column, and whether it takes a share of what is left. */
export const sizeOf = (
  field: FieldModel,
  { px = 152, flexible, shortens }: KindColumn,
  title: boolean,
): { widthPx: number; flexible: boolean } => {
  if (
    shortens &&
    (field.pattern !== undefined || (field.max !== undefined && field.max <= SHORT_LENGTH))
  ) {
    return { widthPx: title ? SHORT_TITLE_PX : SHORT_WIDTH_PX, flexible: false }
  }
  if (field.countdown) return { widthPx: 176, flexible: false }
  return { widthPx: title ? TITLE_WIDTH_PX : px, flexible: title || flexible === true }
}

/** Every field the person may show as a column, in the schema's order. */
export const possibleColumns = (
  resource: ResourceModel,
  readable: (field: string) => boolean,
): ListColumn[] => {
  const names = [
    ...new Set([
      resource.title,
      ...resource.list.columns,
      ...resource.fields.filter((f) => !f.hidden).map((f) => f.name),
      ...EXTRA,
    ]),
  ]
  return names.flatMap((name) => {
    const field = fieldOf(resource, name)
    const column = field && lists[field.kind].column
    if (!column || !(EXTRA.includes(name) || readable(name))) return []
    const title = name === resource.title
    return [
      {
        name,
        field,
        title,
        sortable: resource.list.sortable.includes(name),
        end: column.end ?? false,
        ...sizeOf(field, column, title),
      },
    ]
  })
}

/**
 * Names of the columns to show, in order: the person's choice, otherwise the schema's; always
 * includes the title.
 */
export const shownColumns = (
  resource: ResourceModel,
  possible: readonly ListColumn[],
  chosen: readonly string[] | undefined,
): string[] => {
  const known = new Set(possible.map((c) => c.name))
  const shown = [...new Set(chosen ?? resource.list.columns)].filter((name) => known.has(name))
  return shown.includes(resource.title) || !known.has(resource.title)
    ? shown
    : [resource.title, ...shown]
}

/** Fields a list requests: its columns, the row's title, and the fields its menu depends on. */
export const requestedFields = (
  resource: ResourceModel,
  shown: readonly string[],
  readable: (field: string) => boolean,
): string[] =>
  [...new Set([...shown, resource.title, ...(resource.states.length ? ['state'] : [])])].filter(
    (name) => EXTRA.includes(name) || readable(name),
  )
