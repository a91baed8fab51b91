/** A list with something fixed: the same entity at another address, always narrowed, with columns of its own. */
import type { ComponentType } from 'react'
import type { RecordData } from '#data/types.ts'
import type { Filter } from '#model/query.ts'
import type { TextKey } from '#ui/i18n.ts'

/** A column that is no field: drawn by a component of whoever made the preset. */
export interface ExtraColumn {
  readonly name: string
  readonly label: TextKey
  readonly widthPx: number
  /** Fields the component reads; asked for where the person may read them. */
  readonly fields: readonly string[]
  /** `own` says that the next answer follows from the person's own action. */
  readonly Cell: ComponentType<{ readonly row: RecordData; readonly own: () => void }>
}

/** What a screen fixes about a list. It must not change while the list is on screen. */
export interface ListPreset {
  /** Address of the list. */
  readonly path: string
  /** The page's `h1`. */
  readonly title: TextKey
  /** Conditions nobody can take away. */
  readonly filter: Filter
  /** States offered as tabs; default all. */
  readonly states?: readonly string[]
  /** Columns shown first of all, before a person chooses; default as the schema says. */
  readonly columns?: readonly string[]
  readonly extra?: readonly ExtraColumn[]
}

/** No columns but those of fields. */
export const noExtra: readonly ExtraColumn[] = []
