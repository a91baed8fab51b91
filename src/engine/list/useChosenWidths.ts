import { useState } from 'react'
import type { ListColumn } from './columns.ts'
import type { List } from './useList.ts'

/** Widths that the person chose, and what changes them. */
export interface ChosenWidths {
  /** In pixels; undefined for a column that was left as it is. */
  chosen(column: ListColumn): number | undefined
  /** While an edge is dragged. */
  drag(name: string, px: number): void
  /** Keeps a width; undefined: none is chosen any more. */
  resize(name: string, px: number | undefined): void
}

/** The widths of columns that a person chose, kept with the view. */
export const useChosenWidths = ({
  preference: { widths = {} },
  setPreference,
}: Pick<List, 'preference' | 'setPreference'>): ChosenWidths => {
  // Widths during a drag live here, so the rows do not render again for them.
  const [dragged, setDragged] = useState<{ readonly name: string; readonly px: number }>()
  return {
    chosen: ({ name }) => (dragged?.name === name ? dragged.px : widths[name]),
    drag: (name, px) => setDragged({ name, px }),
    resize: (name, px) => {
      setDragged(undefined)
      const { [name]: _, ...others } = widths
      setPreference({ widths: px === undefined ? others : { ...others, [name]: px } })
    },
  }
}
