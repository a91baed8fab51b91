import { readOrganisation } from '../organisation/organisation.ts'
import type { Parts } from './parts.ts'

/** Words a guesser tries first: the organisation's name and the host people open. */
export const passwordWords = async ({
  query,
  config,
}: Pick<Parts, 'query' | 'config'>): Promise<readonly string[]> => [
  (await readOrganisation(query)).name,
  new URL(config.publicUrl).hostname,
]
