import type { Tx } from '../database/pool.ts'

const keys = new WeakMap<Tx, string>()

/**
 * Groups all notifications of one type sent in this transaction into one per person, as for a bulk
 * action.
 */
export const gatherNotices = (tx: Tx, key: string): void => void keys.set(tx, key)

/**
 * Returns the key under which the transaction groups notifications; undefined if they are sent
 * separately.
 */
export const gatheredUnder = (tx: Tx): string | undefined => keys.get(tx)
