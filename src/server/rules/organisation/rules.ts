import type { Tx } from '../../database/pool.ts'
import { readOrganisation, type StoredOrganisation } from '../../organisation/organisation.ts'

const known = new WeakMap<object, Promise<StoredOrganisation>>()

/**
 * Settings of the organisation: its IANA zone and its SLA targets; queried once per transaction.
 */
export const organisationTerms = (tx: Pick<Tx, 'query'>): Promise<StoredOrganisation> => {
  let terms = known.get(tx)
  if (!terms) known.set(tx, (terms = readOrganisation(tx.query)))
  return terms
}

/** IANA zone of the organisation. */
export const organisationZone = async (tx: Pick<Tx, 'query'>): Promise<string> =>
  (await organisationTerms(tx)).timeZone
