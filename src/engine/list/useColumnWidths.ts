import { useCallback, useMemo, useState, type CSSProperties } from 'react'
import type { ListColumn } from './columns.ts'
import { useTranslation } from '#ui/i18n.ts'
import { neededWidth, steadyWidth } from './fitted.ts'
import type { List } from './useList.ts'

export const TICK_PX = 40
export const MENU_PX = 48
const NARROW_PX = 128
const nothingSized: Readonly<Record<string, number>> = {}
/** Rows that decide the widths: what people see at once. */
const MEASURED_ROWS = 25

/** How wide a list's columns are, and what changes it. */
interface ColumnWidths {
  /** Of the table. */
  readonly style: CSSProperties
  /** In pixels, before the rest of the table's width is shared. */
  pxOf(column: ListColumn): number
  /** Of a column, as a length for CSS. */
  widthOf(column: ListColumn): number | string
  /** While an edge is dragged. */
  drag(name: string, px: number): void
  /** Keeps a width; undefined: fitted again. */
  resize(name: string, px: number | undefined): void
}

/**
 * Columns are as wide as the person chose, else as the loaded rows need. Those that hold texts share
 * what is left of the width, in proportion to what they need.
 *
 * @param besidePx Width of what is beside them: the checkbox and the menu of a row.
 */
export const useColumnWidths = (
  list: Pick<List, 'resource' | 'extra' | 'zone' | 'preference' | 'setPreference'> & {
    readonly columns: readonly ListColumn[]
  },
  { rows, included }: Pick<List['shown'], 'rows' | 'included'>,
  besidePx = TICK_PX + MENU_PX,
): ColumnWidths => {
  const { resource, columns, zone } = list
  const locale = useTranslation().i18n.language
  const fitted = useMemo(() => {
    const first = rows.slice(0, MEASURED_ROWS)
    const widthOf = (c: ListColumn): number =>
      first.length
        ? steadyWidth(resource.collection, c, neededWidth(c, first, { included, locale, zone }))
        : c.widthPx
    return new Map(columns.map((c) => [c.name, widthOf(c)]))
  }, [resource, columns, rows, included, locale, zone])
  // Widths during a drag live here, so the rows do not render again for them.
  const [dragged, setDragged] = useState<{ readonly name: string; readonly px: number }>()
  const { setPreference } = list
  const { widths: sized = nothingSized } = list.preference
  const drag = useCallback((name: string, px: number) => setDragged({ name, px }), [])
  const resize = useCallback(
    (name: string, px: number | undefined) => {
      setDragged(undefined)
      const { [name]: _, ...others } = sized
      setPreference({ widths: px === undefined ? others : { ...others, [name]: px } })
    },
    [sized, setPreference],
  )
  const chosen = (c: ListColumn): number | undefined =>
    dragged?.name === c.name ? dragged.px : sized[c.name]
  const pxOf = (c: ListColumn): number => chosen(c) ?? fitted.get(c.name) ?? c.widthPx
  // With hardly any other flexible column, codes also stretch, so that the title is not left with
  // all the space.
  const stretches = (c: ListColumn): boolean =>
    chosen(c) === undefined &&
    // A narrow one has nothing to give: its label would be cut.
    ((c.flexible && (c.title || pxOf(c) > NARROW_PX)) ||
      (c.field.kind === 'text' && columns.filter((o) => o.flexible).length < 2))
  const sum = (all: readonly ListColumn[], px: (c: ListColumn) => number): number =>
    all.reduce((total, c) => total + px(c), 0)
  const flexible = columns.filter(stretches)
  const fixed =
    besidePx +
    sum(
      columns.filter((c) => !stretches(c)),
      pxOf,
    ) +
    list.extra.reduce((total, e) => total + e.widthPx, 0)
  const least = fixed + sum(flexible, (c) => Math.min(pxOf(c), c.widthPx))
  const wanted = sum(flexible, pxOf)
  return {
    // If every flexible column has a fixed width, the table ends where its columns do.
    style: flexible.length ? { minInlineSize: least } : { inlineSize: least },
    pxOf,
    widthOf: (c) =>
      stretches(c)
        ? `calc((max(100cqi, ${least}px) - ${fixed}px) * ${(pxOf(c) / wanted).toFixed(4)})`
        : pxOf(c),
    drag,
    resize,
  }
}
