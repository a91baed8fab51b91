/** What the page of a record shows and where: the declared layout with its defaults. Pure. */
import type { DetailCards, StripPart, SummaryPart } from '#schemas/define/detail.ts'
import type { Kind } from '#schemas/define/kinds.ts'
import type { RecordData } from '#data/types.ts'
import { isInternal } from '#model/shown.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'

/** A card: a heading and its fields; without `title` the heading is the page's own `Dates`. */
export interface Card {
  readonly title: string | undefined
  readonly fields: readonly FieldModel[]
}

export interface Layout {
  readonly summary: readonly SummaryPart[]
  readonly strip: readonly StripPart[]
  readonly facts: readonly Card[]
  readonly aside: readonly Card[]
  /** Sums below child rows that are not empty, by the name of the rows. */
  readonly footers: ReadonlyMap<string, readonly { field: FieldModel; value: Json }[]>
  /** What was taken back of charged rows, by the name of the rows. */
  readonly taken: ReadonlyMap<string, TakenBack>
  /** Fields without a value, which the cards leave out. */
  readonly empty: readonly FieldModel[]
}

/** Kinds whose values read without a label. */
const TELLING: ReadonlySet<Kind> = new Set<Kind>([
  'ref',
  'day',
  'money',
  'enum',
  'email',
  'country',
])
const DATES: ReadonlySet<Kind> = new Set<Kind>(['day', 'instant'])
const MAX_SUMMARY = 4
const MAX_STRIP = 5

/** True for a value that shows nothing: none, an empty text or list, or a group of such. */
export const isEmpty = (value: Json | undefined): boolean => {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

const summaryOf = ({ detail, subtitle, title, list, fields, taggable }: ResourceModel) =>
  detail.summary?.filter((part) => part !== taggable) ?? [
    ...(subtitle ? [subtitle] : []),
    ...list.columns
      .filter((name) => name !== title && name !== subtitle)
      .filter((name) => TELLING.has(fields.find((f) => f.name === name)?.kind ?? 'json'))
      .slice(0, MAX_SUMMARY),
  ]

const stripOf = ({ detail, fields }: ResourceModel) =>
  detail.strip ??
  fields
    .filter((f) => f.derived && !f.hidden && f.kind === 'money')
    .map((f) => f.name)
    .slice(0, MAX_STRIP)

const footersOf = (
  { detail }: ResourceModel,
  record: RecordData,
  visible: readonly FieldModel[],
): Layout['footers'] =>
  new Map(
    Object.entries(detail.footers ?? {})
      .filter(([rows]) => visible.some((f) => f.name === rows && !isEmpty(record[rows])))
      .map(([rows, names = []]) => [
        rows,
        visible
          .filter((f) => names.includes(f.name))
          .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
          .flatMap((field) => {
            const value = record[field.name] ?? null
            return isEmpty(value) ? [] : [{ field, value }]
          }),
      ]),
  )

/** Charged rows, and the field that says what was taken of them with its value. */
export interface TakenBack {
  readonly rows: FieldModel
  readonly field: FieldModel
  readonly value: Json
}

const takenOf = (record: RecordData, visible: readonly FieldModel[]): Layout['taken'] =>
  new Map(
    visible.flatMap((rows) => {
      const field = visible.find((f) => f.name === rows.charge?.taken)
      const value = field && record[field.name]
      return field && value !== undefined && !isEmpty(value)
        ? [[rows.name, { rows, field, value }]]
        : []
    }),
  )

const namesOf = (cards: DetailCards): string[] => Object.values(cards).flat()

/**
 * Layout of a record's page for what the person may read: fields absent from `record` and fields
 * internal to the server appear nowhere, the title's field only where it is declared.
 */
export const layoutOf = (resource: ResourceModel, record: RecordData): Layout => {
  const { detail } = resource
  const visible = resource.fields.filter(
    (f) => f.name in record && f.kind !== 'state' && !isInternal(f),
  )
  const strip = stripOf(resource)
  const inStrip = new Set(strip.filter((part) => typeof part === 'string'))
  const footers = footersOf(resource, record, visible)
  const below = [...footers.values()].flat().map(({ field }) => field.name)
  // Tags have a line of their own in the head.
  const tags = resource.taggable === undefined ? [] : [resource.taggable]
  const hidden = new Set([...inStrip, ...below, ...(detail.hide ?? []), ...tags])
  const free = visible.filter((f) => !hidden.has(f.name))
  const onForm = new Set(resource.form.sections.flatMap((s) => s.fields))
  const declared = new Set([...namesOf(detail.facts ?? {}), ...namesOf(detail.aside ?? {})])
  const dates = detail.aside
    ? []
    : free.filter(
        (f) => f.derived && DATES.has(f.kind) && !onForm.has(f.name) && !declared.has(f.name),
      )
  const beside = new Set([...namesOf(detail.aside ?? {}), ...dates.map((f) => f.name)])
  const cards: { title: string; names: readonly string[] }[] = detail.facts
    ? Object.entries(detail.facts).map(([title, names]) => ({ title, names }))
    : resource.form.sections.map((s) => ({
        title: s.title,
        names: s.fields.filter((name) => !beside.has(name) && name !== resource.title),
      }))
  const placed = new Set([...beside, ...cards.flatMap((c) => c.names), resource.title])
  // A field named nowhere joins the card with the heading of its form section, or the first one.
  const rest = free.filter((f) => !placed.has(f.name))
  const cardOf = (name: string): number => {
    const section = resource.form.sections.find((s) => s.fields.includes(name))
    return Math.max(
      0,
      cards.findIndex((c) => c.title === section?.title),
    )
  }
  const pick = (names: readonly string[]): FieldModel[] =>
    names.flatMap((name) => free.filter((f) => f.name === name))
  const full = (card: Card): Card => ({
    ...card,
    fields: card.fields.filter((f) => !isEmpty(record[f.name])),
  })
  const all = cards.length ? cards : [{ title: '', names: [] }]
  const facts: Card[] = all.map(({ title, names }, i) => ({
    title,
    fields: [...pick(names), ...rest.filter((f) => cardOf(f.name) === i)],
  }))
  const aside: Card[] = detail.aside
    ? Object.entries(detail.aside).map(([title, names]) => ({ title, fields: pick(names) }))
    : [{ title: undefined, fields: dates }]
  const shown = (list: readonly Card[]) => list.map(full).filter((c) => c.fields.length)
  return {
    summary: summaryOf(resource),
    strip,
    footers,
    taken: takenOf(record, visible),
    facts: shown(facts),
    aside: shown(aside),
    empty: [
      ...visible.filter((f) => inStrip.has(f.name)),
      ...[...facts, ...aside].flatMap((c) => c.fields),
    ].filter((f) => isEmpty(record[f.name])),
  }
}
