/**
 * Application components on the page of a record: pages register them here and the engine places
 * them.
 */
import type { ComponentType } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { TextKey } from '#ui/i18n.ts'
import type { ResourceModel } from '#model/types.ts'

/** Props of a panel: the page's record, limited to the fields the person may read. */
export interface PanelProps {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly included: Included
}

/** A component on the detail page of one collection. */
export interface DetailPanel<Collection extends string = string, Key extends string = string> {
  readonly collection: Collection
  /** Name in the URL when it is a tab: `?tab=<key>`. */
  readonly key: string
  /**
   * `head` is above the tabs; `first` is a tab before the fields, open by default; `tab` follows
   * the fields.
   */
  readonly place: 'head' | 'first' | 'tab'
  /** Label of the tab or region. */
  readonly label: TextKey
  /** The panel needs all of these keys. */
  readonly permissions: readonly Key[]
  /** Space it takes while it loads, in px, on a page of this width; for one in the head. */
  readonly heightPx?: (record: RecordData, widthPx: number) => number
  /** Lazy: its code loads with the first record that shows it. */
  readonly component: ComponentType<PanelProps>
}

const none: readonly DetailPanel[] = []
let load: () => Promise<readonly DetailPanel[]> = () => Promise.resolve(none)
let loading: Promise<readonly DetailPanel[]> | undefined

/**
 * Registers the loader of the panels; called once at application start. Nothing loads before a
 * record is opened.
 */
export const provideDetailPanels = (given: () => Promise<readonly DetailPanel[]>): void => {
  load = given
  loading = undefined
}

/** All panels; the same promise each time. After a failure the next page loads them again. */
export const detailPanels = (): Promise<readonly DetailPanel[]> =>
  (loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  }))

/** Panels of a resource that the person may see. */
export const panelsOf = (
  panels: readonly DetailPanel[],
  resource: ResourceModel,
  can: (key: string) => boolean,
): readonly DetailPanel[] =>
  panels.filter((p) => p.collection === resource.collection && p.permissions.every(can))
