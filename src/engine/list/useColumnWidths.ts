import { useMemo, type CSSProperties } from 'react'
import type { ListColumn } from './columns.ts'
import { useTranslation } from '#ui/i18n.ts'
import { neededWidth, steadyWidth } from './fitted.ts'
import { useChosenWidths, type ChosenWidths } from './useChosenWidths.ts'
import type { List } from './useList.ts'

export const TICK_PX = 40
export const MENU_PX = 48
/** Rows that decide the widths: what people see at once. */
const MEASURED_ROWS = 25

/** How wide a list's columns are, and what changes it. */
interface ColumnWidths extends Pick<ChosenWidths, 'drag' | 'resize'> {
  /** Of the table. */
  readonly style: CSSProperties
  /** In pixels, before the rest of the table's width is shared. */
  pxOf(column: ListColumn): number
  /** Of a column, as a length for CSS. */
  widthOf(column: ListColumn): number | string
}

/**
 * Columns are as wide as the person chose, else as the loaded rows need. Those that hold texts share
 * what is left of the width, in proportion to what they need.
 */
export const useColumnWidths = (
  list: List,
  { rows, included }: Pick<List['shown'], 'rows' | 'included'>,
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
  const { chosen, drag, resize } = useChosenWidths(list)
  const pxOf = (c: ListColumn): number => chosen(c) ?? fitted.get(c.name) ?? c.widthPx
  // With hardly any other flexible column, codes also stretch, so that the title is not left with
  // all the space.
  const stretches = (c: ListColumn): boolean =>
    chosen(c) === undefined &&
    (c.flexible || (c.field.kind === 'text' && columns.filter((o) => o.flexible).length < 2))
  const sum = (all: readonly ListColumn[], px: (c: ListColumn) => number): number =>
    all.reduce((total, c) => total + px(c), 0)
  const flexible = columns.filter(stretches)
  const fixed =
    TICK_PX +
    MENU_PX +
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
