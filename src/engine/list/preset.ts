/**
 * A list with fixed parts: the same entity at another path, always filtered, with its own columns.
 */
import type { ComponentType } from 'react'
import type { RecordData } from '#data/types.ts'
import type { Filter } from '#model/query.ts'
import type { TextKey } from '#ui/i18n.ts'

/** A column that is not a field, rendered by the preset's component. */
export interface ExtraColumn {
  readonly name: string
  readonly label: TextKey
  readonly widthPx: number
  /** Fields the component reads; requested if the person may read them. */
  readonly fields: readonly string[]
  /** `own` marks the next response as the result of the person's own action. */
  readonly Cell: ComponentType<{ readonly row: RecordData; readonly own: () => void }>
}

/** What a screen fixes about a list. Must not change while the list is mounted. */
export interface ListPreset {
  /** Path of the list. */
  readonly path: string
  /** The page's `h1`; default the entity's name. */
  readonly title?: TextKey
  /** Conditions the person cannot remove. */
  readonly filter: Filter
  /** States offered as tabs; default all. */
  readonly states?: readonly string[]
  /** Initial columns until a person chooses; default: the schema's. */
  readonly columns?: readonly string[]
  readonly extra?: readonly ExtraColumn[]
  /** Receives the rows on screen before they are painted, whenever they change. */
  readonly onRows?: (rows: readonly RecordData[]) => void
}

/** Only field columns. */
export const noExtra: readonly ExtraColumn[] = []
