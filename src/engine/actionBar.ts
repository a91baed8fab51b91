/**
 * What a person may do with a record, and where each is offered: one primary button, two beside
 * it, and the menu for the rest. Pure.
 */
import type { ReactNode } from 'react'
import type { ActionModel, ResourceModel, Transition } from '#model/types.ts'
import { needsConfirmation } from './recordActions.ts'

/** One thing a person may do with a record: run it, or follow its link. */
export interface Offer {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly href?: string
  readonly run?: () => void
  /** In red. */
  readonly danger?: boolean
}

/** Offers of a record by what they mean, each in the schema's order. */
export interface Offers {
  /** May be the primary one: the usual next steps. */
  readonly leading: readonly Offer[]
  readonly others: readonly Offer[]
  /** Always in the menu. */
  readonly ending: readonly Offer[]
}

/** The bar's places. */
export interface Places {
  readonly primary: Offer | undefined
  readonly secondary: readonly Offer[]
  /** In the menu, harmless. */
  readonly folded: readonly Offer[]
  /** At the end of the menu: what ends or destroys something. */
  readonly ending: readonly Offer[]
}

/** Buttons beside the primary one. */
const BESIDE = 2

const targetOf = ({ states }: ResourceModel, { name }: Transition) =>
  states.find((s) => s.value === name)

/** True for a transition that ends or destroys something, and is not the usual next step. */
export const endsIt = (resource: ResourceModel, transition: Transition): boolean => {
  const target = targetOf(resource, transition)
  return target?.tone === 'danger' || (target?.final === true && !transition.prominent)
}

/** True for a usual next step: declared prominent, or harmless unless declared not prominent. */
const leads = (resource: ResourceModel, transition: Transition): boolean =>
  !endsIt(resource, transition) &&
  (transition.prominent ?? !needsConfirmation(resource, transition))

/** Transitions by what they mean: the prominent ones first, then in the schema's order. */
export const sortTransitions = (resource: ResourceModel, transitions: readonly Transition[]) => {
  const leading = transitions
    .filter((w) => leads(resource, w))
    .toSorted((a, b) => Number(b.prominent ?? false) - Number(a.prominent ?? false))
  const ending = transitions.filter((w) => endsIt(resource, w))
  return {
    leading,
    /** Confirmed first, but neither final nor destructive, such as a pause. */
    careful: transitions.filter((w) => !leading.includes(w) && !ending.includes(w)),
    ending,
  }
}

/** Actions by what they mean in a state. */
export const sortActions = (actions: readonly ActionModel[], state: string) => {
  const leading = actions.filter(
    ({ prominent }) => prominent === true || prominent?.includes(state),
  )
  const rest = actions.filter((a) => !leading.includes(a))
  return {
    leading,
    others: rest.filter((a) => a.tone !== 'danger'),
    ending: rest.filter((a) => a.tone === 'danger'),
  }
}

/** Gives each offer its place; on a phone only the primary one is outside the menu. */
export const placesOf = ({ leading, others, ending }: Offers, phone: boolean): Places => {
  const [primary, ...further] = leading
  const rest = [...further, ...others]
  const beside = phone ? 0 : BESIDE
  return { primary, secondary: rest.slice(0, beside), folded: rest.slice(beside), ending }
}
