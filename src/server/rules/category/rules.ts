import type { EntityRules } from '../../store/write/rules.ts'
import { treeRules } from '../tree.ts'

/** Rules of hotel categories: no category lies inside itself. */
export const category: EntityRules = treeRules('category')
