import type { ResourceRights } from '#engine/resource.ts'
import type { ResourceModel, Transition } from '#model/types.ts'
import type { Seen } from './resources.ts'

/** States of orders in progress. */
export const ONGOING = ['placed', 'confirmed', 'in_progress'] as const

/**
 * The leading transition from the record's state: the first one in the schema, if the person may
 * take it.
 */
export const leadingTransition = (
  resource: ResourceModel,
  row: Pick<Seen<'orders'>, 'state'>,
  rights: Pick<ResourceRights, 'transition'>,
): Transition | undefined => {
  const transition = resource.transitions.find((w) => w.from === row.state)
  return transition && rights.transition(transition.name) ? transition : undefined
}
