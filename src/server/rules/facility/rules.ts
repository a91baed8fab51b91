import type { EntityRules } from '../../store/write/rules.ts'

/** Facilities have no rules beyond their schema: one that hotels use cannot be deleted because references restrict. */
export const facility: EntityRules = {}
