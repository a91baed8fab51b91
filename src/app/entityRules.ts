/** The entities' Zod rules for forms, in a chunk of their own. */
import './withoutEval.ts'

export { resources } from '#schemas/index.ts'
