/** What a Zod schema of the server found wrong, as problems of a body. */
import type { core } from 'zod'
import { english, type Message, type Said } from '#model/message.ts'
import type { FieldProblem } from './problem.ts'

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

/** The message of an issue, with its values if `zodText` gave its text. */
export const saidOf = ({ message }: Pick<core.$ZodIssue, 'message'>): Said =>
  byText.get(message) ?? message

/** The problems that a schema found in a body, one for each unknown name. */
export const fieldProblems = (
  issues: readonly core.$ZodIssue[],
  codeOf: (issue: core.$ZodIssue) => string = () => 'invalid_value',
): FieldProblem[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          code: 'unknown_name',
          message: 'There is no such field',
        }))
      : [{ path: issue.path.join('.'), code: codeOf(issue), message: saidOf(issue) }],
  )
