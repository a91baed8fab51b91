import type { Tx } from '../database/pool.ts'

const DEFAULT_ZONE = 'Europe/Lisbon'
const known = new WeakMap<object, Promise<string>>()

/** IANA zone of the organisation; asked once per transaction. */
export const organisationZone = (tx: Pick<Tx, 'query'>): Promise<string> => {
  let zone = known.get(tx)
  if (!zone) known.set(tx, (zone = tx.query<{ zone: string | null }>("SELECT value->>'timeZone' AS zone FROM settings WHERE key = 'organisation'").then(({ rows }) => rows[0]?.zone ?? DEFAULT_ZONE)))
  return zone
}
