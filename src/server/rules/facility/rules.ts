import type { facility } from '#schemas/facility.ts'
import type { EntityRules } from '../types.ts'

/**
 * Facilities have no rules beyond their schema: references already restrict deleting one that
 * hotels use.
 */
export const facilityRules: EntityRules<typeof facility> = {}
