import type { Tx } from '../database/pool.ts'

const keys = new WeakMap<Tx, string>()

/** Lets everything that people are told of in this transaction come as one notification of its type, as that of a bulk. */
export const gatherNotices = (tx: Tx, key: string): void => void keys.set(tx, key)

/** The key under which the transaction gathers; undefined where each notification stands for itself. */
export const gatheredUnder = (tx: Tx): string | undefined => keys.get(tx)
