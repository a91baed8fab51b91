/** Pieces of the application on the page of a record: pages name them here, the engine gives them a place. */
import type { ComponentType } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { TextKey } from '#ui/i18n.ts'
import type { ResourceModel } from '#model/types.ts'

/** What a panel is given: the record of the page, as the person may read it. */
export interface PanelProps {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly included: Included
}

/** A piece of the detail page of one collection. */
export interface DetailPanel<Collection extends string = string, Key extends string = string> {
  readonly collection: Collection
  /** Name in the address where it is a tab: `?tab=<key>`. */
  readonly key: string
  /** `head` stands above the tabs; `first` is a tab before the fields, the one a record opens with; `tab` follows the fields. */
  readonly place: 'head' | 'first' | 'tab'
  /** Of the tab, or of the region. */
  readonly label: TextKey
  /** Who lacks one of the keys gets no panel. */
  readonly permissions: readonly Key[]
  /** Lazy: its code comes with the first record that shows it. */
  readonly component: ComponentType<PanelProps>
}

const none: readonly DetailPanel[] = []
let load: () => Promise<readonly DetailPanel[]> = () => Promise.resolve(none)
let loading: Promise<readonly DetailPanel[]> | undefined

/** Tells where the panels are listed; called once where the application is put together. Nothing is loaded before a record is opened. */
export const provideDetailPanels = (given: () => Promise<readonly DetailPanel[]>): void => {
  load = given
  loading = undefined
}

/** All panels; the same promise each time. One that failed is asked for again by the next page. */
export const detailPanels = (): Promise<readonly DetailPanel[]> =>
  (loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  }))

/** Those of a resource that the person may see. */
export const panelsOf = (
  panels: readonly DetailPanel[],
  resource: ResourceModel,
  can: (key: string) => boolean,
): readonly DetailPanel[] =>
  panels.filter((p) => p.collection === resource.collection && p.permissions.every(can))
