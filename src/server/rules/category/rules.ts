import type { category } from '#schemas/category.ts'
import type { EntityRules } from '../types.ts'
import { treeRules } from '../tree.ts'

/** Rules of hotel categories: a category cannot contain itself. */
export const categoryRules: EntityRules<typeof category> = treeRules('category')
