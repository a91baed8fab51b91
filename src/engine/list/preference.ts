/**
 * A person's preferences for a list, on the server under `list.<collection>`: columns, their widths
 * and which are pinned, sums, density, layout, the default view.
 */
import { useCallback, useMemo } from 'react'
import type { ResourceModel } from '#model/types.ts'
import { useDensity, type Density } from '../person.ts'
import { MAX_WIDTH_PX, MIN_WIDTH_PX } from '#model/views.ts'
import { usePreference } from '../preference.ts'
import { layoutNames, type LayoutName } from '#model/layouts.ts'

export interface ListPreference {
  /** Names in order; undefined = the schema's. */
  readonly columns?: readonly string[]
  /** Chosen widths in px by column; others use the width of their kind. */
  readonly widths?: Readonly<Record<string, number>>
  /** Names of the columns that stay in place beside the title. */
  readonly pinned?: readonly string[]
  /** Sums of all matching rows are below the list. */
  readonly sums?: true
  readonly density?: Density
  /** On wide screens; undefined = the table. */
  readonly layout?: LayoutName
  /** On phones, which never open in the layout of a wide screen. */
  readonly narrowLayout?: LayoutName
  /** Id of the view the list opens with; empty = none, not even that of a role. */
  readonly start?: string
}

/** True on a phone: where rows are cards. */
export const isNarrow = (): boolean => window.innerWidth < 600
const widthsOf = (v: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(typeof v === 'object' && v !== null ? v : {}).filter(
      (e): e is [string, number] =>
        typeof e[1] === 'number' && e[1] >= MIN_WIDTH_PX && e[1] <= MAX_WIDTH_PX,
    ),
  )
const texts = (v: unknown): string[] | undefined =>
  Array.isArray(v) ? v.filter((x) => typeof x === 'string') : undefined
const layoutIn = (v: unknown): LayoutName | undefined => layoutNames.find((name) => name === v)

/** New values of parts; undefined removes one. */
export type PreferenceChange = {
  readonly [K in keyof ListPreference]?: ListPreference[K] | undefined
}

/** Reads a stored preference and drops anything unknown. */
export const readPreference = (raw: unknown): ListPreference => {
  if (typeof raw !== 'object' || raw === null) return {}
  const { columns, widths, pinned, sums, density, start, ...rest } = raw as Record<string, unknown>
  const [names, pins] = [texts(columns), texts(pinned)]
  const chosen = widthsOf(widths)
  const [layout, narrowLayout] = [layoutIn(rest.layout), layoutIn(rest.narrowLayout)]
  return {
    ...(names?.length ? { columns: names } : {}),
    ...(Object.keys(chosen).length ? { widths: chosen } : {}),
    ...(pins?.length ? { pinned: pins } : {}),
    ...(sums === true ? { sums } : {}),
    ...(density === 'compact' || density === 'comfortable' ? { density } : {}),
    ...(layout ? { layout } : {}),
    ...(narrowLayout ? { narrowLayout } : {}),
    ...(typeof start === 'string' ? { start } : {}),
  }
}

/** The preference of a list, and a setter for parts of it. */
export const useListPreference = (
  resource: ResourceModel,
  preset?: string,
): readonly [ListPreference, (change: PreferenceChange) => void] => {
  const [own, setOwn] = usePreference(
    `list.${resource.collection}${preset ? preset.replace('/', '.') : ''}`,
    readPreference,
  )
  const [usual] = useDensity()
  // The person's setting for all lists applies where this list has none.
  const preference = useMemo(
    () => ({ ...(usual === 'compact' ? { density: usual } : {}), ...own }),
    [own, usual],
  )
  const change = useCallback<(change: PreferenceChange) => void>(
    (part) => setOwn((before) => readPreference({ ...before, ...part })),
    [setOwn],
  )
  return [preference, change]
}
