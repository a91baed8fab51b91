import type { SubscriptionPlan } from '#schemas/subscriptionPlan.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

/** Per cent times 100. */
export const TAX = 2300
export const TRIAL_DAYS = 14

/** An amount of cents in euro. */
export const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** A plan with what is needed to bill it. */
export interface PlanRow extends SeedRow {
  readonly id: string
  readonly name: string
  readonly price: { amount: number; currency: string }
  readonly interval: 'month' | 'year'
  readonly intervalCount: number
  readonly revision: number
  readonly state: SubscriptionPlan['state']
  /** Price of the first version. */
  readonly was: number
}

/** Name, code, monthly price, features. */
const offers: readonly (readonly [
  string,
  string,
  number,
  readonly (readonly [string, number?])[],
])[] = [
  ['Starter', 'STARTER', 2900, [['Properties', 2], ['Staff accounts', 3], ['E-mail support']]],
  [
    'Professional',
    'PRO',
    7900,
    [['Properties', 10], ['Staff accounts', 15], ['Channel manager'], ['Priority support']],
  ],
  [
    'Enterprise',
    'ENTERPRISE',
    24_900,
    [
      ['Properties'],
      ['Staff accounts'],
      ['Channel manager'],
      ['Own contact person'],
      ['API access'],
    ],
  ],
]

/** Creates three plans, each monthly and yearly, one that is discontinued and one draft. */
export const makePlans = (random: Random): PlanRow[] => {
  const at = random.ago(735, 734)
  const plan = (
    name: string,
    code: string,
    price: number,
    features: readonly (readonly [string, number?])[],
    more: Partial<PlanRow> = {},
  ): PlanRow => ({
    id: random.id(at),
    createdAt: at,
    name,
    code,
    price: eur(price),
    was: price,
    interval: 'month',
    intervalCount: 1,
    trialDays: TRIAL_DAYS,
    tax: TAX,
    revision: 1,
    state: 'active',
    features: features.map(([label, limit]) => ({
      label,
      ...(limit === undefined ? {} : { limit }),
    })),
    ...more,
  })
  return [
    // Ten per cent above the initial price; earlier subscribers keep theirs.
    ...offers.map(([name, code, price, features]) =>
      plan(name, code, price, features, { revision: 2, was: Math.round(price / 110) * 100 }),
    ),
    ...offers.map(([name, code, price, features]) =>
      plan(`${name}, yearly`, `${code}-YEAR`, price * 10, features, { interval: 'year' }),
    ),
    plan('Launch offer', 'LAUNCH', 900, [['Properties', 1]], { state: 'retired' }),
    plan('Seasonal', 'SEASON', 5900, [['Properties', 5]], {
      state: 'draft',
      intervalCount: 3,
      trialDays: 0,
    }),
  ]
}
