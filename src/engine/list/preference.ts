/**
 * A person's preferences for a list, on the server under `list.<collection>`: columns and their
 * widths, density, saved views.
 */
import { useCallback, useMemo } from 'react'
import type { ResourceModel } from '#model/types.ts'
import { useDensity, type Density } from '../person.ts'
import { usePreference } from '../preference.ts'
import { layoutNames, type LayoutName } from './layouts/names.ts'

/**
 * A saved state of the list; `search` is its search parameters as text without page
 * (`?state=draft`).
 */
export interface SavedView {
  readonly name: string
  readonly search: string
}

export interface ListPreference {
  /** Names in order; undefined = the schema's. */
  readonly columns?: readonly string[]
  /** Chosen widths in px by column; others use the width of their kind. */
  readonly widths?: Readonly<Record<string, number>>
  readonly density?: Density
  /** Undefined = the table. */
  readonly layout?: LayoutName
  readonly views?: readonly SavedView[]
  /** Name of the list's default view. */
  readonly start?: string
}

const MAX_VIEWS = 50
export const MIN_WIDTH_PX = 56
export const MAX_WIDTH_PX = 900
const widthsOf = (v: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(typeof v === 'object' && v !== null ? v : {}).filter(
      (e): e is [string, number] =>
        typeof e[1] === 'number' && e[1] >= MIN_WIDTH_PX && e[1] <= MAX_WIDTH_PX,
    ),
  )
const texts = (v: unknown): string[] | undefined =>
  Array.isArray(v) ? v.filter((x) => typeof x === 'string') : undefined
const isView = (v: unknown): v is SavedView =>
  typeof v === 'object' &&
  v !== null &&
  'name' in v &&
  typeof v.name === 'string' &&
  'search' in v &&
  typeof v.search === 'string'

/** Reads a stored preference and drops anything unknown. */
export const readPreference = (raw: unknown): ListPreference => {
  if (typeof raw !== 'object' || raw === null) return {}
  const { columns, widths, density, layout, views, start } = raw as Record<string, unknown>
  const known = Array.isArray(views)
    ? views
        .filter(isView)
        .slice(0, MAX_VIEWS)
        .map(({ name, search }) => ({ name, search }))
    : undefined
  const names = texts(columns)
  const chosen = widthsOf(widths)
  return {
    ...(names?.length ? { columns: names } : {}),
    ...(Object.keys(chosen).length ? { widths: chosen } : {}),
    ...(density === 'compact' || density === 'comfortable' ? { density } : {}),
    ...(layoutNames.some((name) => name === layout) ? { layout: layout as LayoutName } : {}),
    ...(known?.length ? { views: known } : {}),
    ...(typeof start === 'string' && known?.some((v) => v.name === start) ? { start } : {}),
  }
}

/** The preference of a list, and a setter for parts of it. */
export const useListPreference = (
  resource: ResourceModel,
  preset?: string,
): readonly [
  ListPreference,
  (change: { readonly [K in keyof ListPreference]?: ListPreference[K] | undefined }) => void,
] => {
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
  const change = useCallback<
    (change: { readonly [K in keyof ListPreference]?: ListPreference[K] | undefined }) => void
  >((part) => setOwn((before) => readPreference({ ...before, ...part })), [setOwn])
  return [preference, change]
}
