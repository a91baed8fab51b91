import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000

/**
 * Title, placement, audience, start and end in days from now, and a state if it differs from the
 * scheduled one.
 */
const banners: readonly (readonly [
  title: string,
  placement: string,
  audience: readonly string[],
  from: number,
  to: number | null,
  state?: string,
])[] = [
  ['Summer by the sea', 'home', [], -40, 35],
  ['Three nights for two', 'search', ['customers'], -12, 18],
  ['Your house, seen by more guests', 'vendor_portal', ['vendors'], -90, null],
  ['Insurance for your journey', 'checkout', ['customers'], -200, null],
  ['City breaks under 100 euro', 'home', ['customers', 'guests'], -5, 25, 'paused'],
  ['Spring cleaning week', 'search', [], -120, -90],
  ['Winter in the mountains', 'home', [], 30, 95],
  ['Early birds: next summer', 'home', ['customers'], 12, 60],
  ['Documents that run out', 'vendor_portal', ['vendors'], 4, 20],
  ['Wine harvest weekends', 'search', ['guests'], 45, 80, 'draft'],
  ['New: pay in instalments', 'checkout', [], 60, null, 'draft'],
  ['Carnival in Lisbon', 'home', [], -300, -270, 'archived'],
]

// People start and end campaigns on the hour.
const hourOf = (at: number): Date => new Date(Math.floor(at / 3_600_000) * 3_600_000)
const scheduledState = (from: number, to: number | null): string => {
  if (from > 0) return 'scheduled'
  return to !== null && to <= 0 ? 'ended' : 'live'
}

/** Creates banners in all states, each in the state that the scheduler would have set. */
export const makeBanners = (random: Random, pictures: readonly { file: string }[]): SeedRow[] =>
  banners.map(([title, placement, audience, from, to, state], i) => {
    const startsAt = hourOf(random.now.getTime() + from * DAY_MS)
    const createdAt = new Date(
      Math.min(startsAt.getTime(), random.now.getTime()) - random.int(2, 20) * DAY_MS,
    )
    return {
      id: random.id(createdAt),
      createdAt,
      title,
      placement,
      audience,
      image: pictures[i % pictures.length]!.file,
      startsAt: startsAt.toISOString(),
      endsAt: to === null ? null : hourOf(random.now.getTime() + to * DAY_MS).toISOString(),
      priority: (i + 1) * 10,
      link: placement === 'home' ? 'https://example.com/offers' : null,
      state: state ?? scheduledState(from, to),
    }
  })
