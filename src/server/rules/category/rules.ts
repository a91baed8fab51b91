import type { category } from '#schemas/category.ts'
import type { EntityRules } from '../types.ts'
import { treeRules } from '../tree.ts'

/** Rules of hotel categories: no category lies inside itself. */
export const categoryRules: EntityRules<typeof category> = treeRules('category')
