/** An offered service: title, pricing, price in whole euros or pounds, minutes. */
export type Offer = readonly [
  title: string,
  pricing: 'fixed' | 'hourly' | 'quote',
  price: number,
  minutes: number,
]
/** A line of a proposal: label, maximum quantity, unit price in whole euros or pounds. */
export type Part = readonly [label: string, most: number, price: number]
/** A requested job: title and description. */
export type Wish = readonly [title: string, description: string]

export interface SubCategory {
  readonly name: string
  readonly offers: readonly Offer[]
  readonly wishes: readonly Wish[]
  readonly parts: readonly Part[]
}
export interface ServiceBranch {
  readonly name: string
  readonly icon: string
  readonly commission: number | null
  readonly about: string
  readonly subs: readonly SubCategory[]
}

/** Names the parts of a sub-category. */
export const sub = (
  name: string,
  offers: readonly Offer[],
  wishes: readonly Wish[],
  parts: readonly Part[],
): SubCategory => ({ name, offers, wishes, parts })

/** Services for stays and houses, with typical requests and the lines of their proposals. */
