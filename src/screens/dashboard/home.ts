/** How a person arranged the home page: which cards they hide, and their order. Pure. */

export interface Home {
  /** Ids of hidden cards: `worklist:bookings.arrivals`, `metric:revenue`, `activity`. */
  readonly hidden: readonly string[]
  /** Ids in the person's order; others follow as they are. */
  readonly order: readonly string[]
}

export const NO_CHANGES: Home = { hidden: [], order: [] }

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Parses a stored arrangement; anything else is none. */
export const readHome = (raw: unknown): Home => {
  if (typeof raw !== 'object' || raw === null) return NO_CHANGES
  const { hidden, order } = raw as { hidden?: unknown; order?: unknown }
  return { hidden: texts(hidden), order: texts(order) }
}

/** The items in the person's order, hidden ones included. */
export const inOrder = <T>(
  items: readonly T[],
  idOf: (item: T) => string,
  { order }: Home,
): readonly T[] => {
  const rank = new Map(order.map((id, i) => [id, i]))
  return items
    .map((item, i) => ({ item, at: rank.get(idOf(item)) ?? order.length + i }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** The items a person sees, in their order. */
export const arranged = <T>(
  items: readonly T[],
  idOf: (item: T) => string,
  home: Home,
): readonly T[] => inOrder(items, idOf, home).filter((item) => !home.hidden.includes(idOf(item)))

/** Hides a card, or shows it again. */
export const toggled = (home: Home, id: string): Home => ({
  ...home,
  hidden: home.hidden.includes(id) ? home.hidden.filter((h) => h !== id) : [...home.hidden, id],
})

/** Moves a card by one place among the cards of its group, given in their present order. */
export const moved = (home: Home, group: readonly string[], id: string, by: -1 | 1): Home => {
  const from = group.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= group.length) return home
  const next = [...group]
  next.splice(to, 0, ...next.splice(from, 1))
  return { ...home, order: [...home.order.filter((o) => !group.includes(o)), ...next] }
}
