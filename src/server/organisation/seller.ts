import type { Letterhead } from '../pdf/letterhead.ts'
import { plainSeller } from '../pdf/letterhead.ts'
import type { OrganisationSettings } from './organisation.ts'

/** The letterhead of documents that the organisation sends. */
export const letterheadOf = ({ name }: Pick<OrganisationSettings, 'name'>): Letterhead =>
  plainSeller(name)
