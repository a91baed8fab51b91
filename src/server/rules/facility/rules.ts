import type { facility } from '#schemas/facility.ts'
import type { EntityRules } from '../types.ts'

/** Facilities have no rules beyond their schema: one that hotels use cannot be deleted because references restrict. */
export const facilityRules: EntityRules<typeof facility> = {}
