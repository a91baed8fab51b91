import type { core } from 'zod'
import type { FieldProblem } from '../base/problem.ts'

/** The problems that a schema found in a body, one for each unknown name. */
export const fieldProblems = (issues: readonly core.$ZodIssue[]): FieldProblem[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          code: 'unknown_name',
          message: 'There is no such field',
        }))
      : [{ path: issue.path.join('.'), code: 'invalid_value', message: issue.message }],
  )
