/**
 * The main navigation: generated from the schemas and the screens, changed by the stored menus.
 * Pure.
 */
import { headingKey } from '#model/navigation.ts'
import type { ResourceModel } from '#model/types.ts'

/** A navigation target. */
export interface Entry {
  /** Name of the entity or screen; a stored menu with this key replaces the entry. */
  readonly key: string
  readonly label: string
  /** Path within the application. */
  readonly route: string
  readonly icon: string
  /** List of this resource: the entry also stays current on its records. */
  readonly resource?: ResourceModel
  /** Entity that people change there; absent if nobody does, and for an entry of a stored menu. */
  readonly entity?: string
}
/** Entries under a heading; the first section has none. */
export interface Section {
  readonly key: string
  readonly label: string
  readonly icon: string | null
  readonly entries: readonly Entry[]
}

/** An entry generated from the schemas, and its heading. */
export interface Generated extends Entry {
  readonly group: string
}

/** A stored menu as returned by the server; for a hidden one only the key is known. */
export interface Override {
  readonly key: string
  readonly hidden: boolean
  readonly label?: string
  readonly parent?: string | null
  readonly route?: string | null
  readonly icon?: string | null
  readonly position?: number
}

/**
 * Generated entries are ten apart, so that a stored position of 15 falls between the first and the
 * second.
 */
const STEP = 10

interface Placed<T> {
  item: T
  position: number
}
const inOrder = <T>(list: readonly Placed<T>[]): T[] =>
  list
    .map((p, i) => [p, i] as const)
    .sort(([a, i], [b, j]) => a.position - b.position || i - j)
    .map(([p]) => p.item)

/** An entry of a stored menu that replaces none. */
const added = (key: string): Omit<Entry, 'route'> => ({ key, label: key, icon: 'list' })

interface Draft {
  key: string
  label: string
  icon: string | null
  readonly entries: Placed<Entry>[]
}

/**
 * The sections of the navigation. A stored menu whose key is that of an entry or a heading
 * (`hotel`, `dashboard`, `stays`) replaces its label, icon, heading, position and URL; another key
 * adds an entry, or without a route a heading. Position 0 keeps the default position, which is the
 * end for a new one. `open` returns whether the person may open a URL; forbidden entries are left
 * out, and so are empty headings.
 */
export const buildNavigation = (
  generated: readonly Generated[],
  overrides: readonly Override[],
  open: (route: string) => boolean,
): readonly Section[] => {
  const sections = new Map<string, Placed<Draft>>()
  const section = (key: string, label: string, position?: number): Placed<Draft> => {
    let known = sections.get(key)
    if (!known) {
      sections.set(
        key,
        (known = {
          item: { key, label, icon: null, entries: [] },
          position: position ?? sections.size * STEP,
        }),
      )
    }
    return known
  }
  section('', '')
  for (const entry of generated) {
    const { group, ...bare } = entry
    const { entries } = section(group && headingKey(group), group).item
    entries.push({ item: bare, position: (entries.length + 1) * STEP })
  }
  const placeOf = (key: string): { entries: Placed<Entry>[]; index: number } | undefined => {
    for (const {
      item: { entries },
    } of sections.values()) {
      const index = entries.findIndex((e) => e.item.key === key)
      if (index >= 0) return { entries, index }
    }
    return undefined
  }
  const byKey = new Map(overrides.map((o) => [o.key, o]))
  const headings = overrides.filter(
    (o) => !o.hidden && (sections.has(o.key) || (!o.route && !placeOf(o.key))),
  )
  for (const o of headings) {
    const known = sections.get(o.key) ?? section(o.key, o.label ?? o.key, Infinity)
    Object.assign(known.item, { label: o.label ?? known.item.label, icon: o.icon ?? null })
    if (o.position) known.position = o.position
  }
  // A parent that is an entry means that entry's heading.
  const targetOf = (parent: string | null | undefined): Placed<Draft> | undefined =>
    !parent
      ? undefined
      : (sections.get(parent) ??
        [...sections.values()].find(({ item }) => item.entries.some((e) => e.item.key === parent)))
  for (const o of overrides.filter((each) => !sections.has(each.key))) {
    const place = placeOf(o.key)
    const was = place?.entries.splice(place.index, 1)[0]
    const route = o.route ?? was?.item.route
    if (o.hidden || !route || (o.parent && byKey.get(o.parent)?.hidden)) continue
    const { resource, entity: _, ...usual } = was?.item ?? added(o.key)
    const item: Entry = {
      ...usual,
      label: o.label ?? usual.label,
      icon: o.icon ?? usual.icon,
      route,
      ...(resource && route === was?.item.route ? { resource } : {}),
    }
    const target =
      targetOf(o.parent)?.item.entries ?? place?.entries ?? section('', '').item.entries
    const moved = target !== place?.entries
    const kept = { item, position: o.position || ((moved ? undefined : was?.position) ?? Infinity) }
    if (moved || !place) target.push(kept)
    else target.splice(place.index, 0, kept)
  }
  const hidden = new Set(overrides.filter((o) => o.hidden).map((o) => o.key))
  return inOrder(
    [...sections.values()]
      .filter(({ item }) => !hidden.has(item.key))
      .map(({ item, position }) => ({
        item: { ...item, entries: inOrder(item.entries).filter((e) => open(e.route)) },
        position,
      })),
  ).filter((s) => s.entries.length)
}
