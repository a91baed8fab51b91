/** What a Zod schema of the server found wrong, as problems of a body. */
import type { core, ZodSafeParseResult } from 'zod'
import { english, type Message, type Said } from '#model/message.ts'
import { issueProblem, saidOfIssue } from '#model/validationMessages.ts'
import { invalid, type FieldProblem } from './problem.ts'

const byText = new Map<string, Message>()

/**
 * The English text of a message with values, for a check that takes a text only:
 * `.max(200, zodText(say(…)))`. `saidOf` finds the message again. Called where a schema is built, not
 * for each request.
 */
export const zodText = (said: Message): string => {
  const text = english(said)
  byText.set(text, said)
  return text
}

/**
 * How a body is parsed, so that an issue without a message of its schema has one of the catalogues
 * and never Zod's English.
 */
export const parsing = { error: issueProblem, reportInput: true } as const

/** The message of an issue found while `parsing`, with its values. */
export const saidOf = (issue: core.$ZodIssue): Said =>
  byText.get(issue.message) ?? saidOfIssue(issue)

type CodeOf = (issue: core.$ZodIssue) => string

/** The problems that a schema found in a body, one for each unknown name. */
const fieldProblems = (issues: readonly core.$ZodIssue[], codeOf: CodeOf): FieldProblem[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          code: 'unknown_name',
          message: 'There is no such field',
        }))
      : [{ path: issue.path.join('.'), code: codeOf(issue), message: saidOf(issue) }],
  )

/** What reads a body: of a Zod schema only what is used, since comparing all of it takes long. */
export interface Shape<T> {
  safeParse(value: unknown, params?: core.ParseContext<core.$ZodIssue>): ZodSafeParseResult<T>
}

/** The body as a schema reads it; 422 with a path, a code and a message for each wrong part. */
export const bodyAs = <T>(
  shape: Shape<T>,
  value: unknown,
  codeOf: CodeOf = () => 'invalid_value',
): T => {
  const read = shape.safeParse(value, parsing)
  if (read.success) return read.data
  throw invalid(fieldProblems(read.error.issues, codeOf))
}
