import { english, membersOf, type Said } from '#model/message.ts'
import { ApiProblem } from './problem.ts'

/** A problem that the browser finds itself, said as the server says its own. */
export const saidProblem = (status: number, code: string, said: Said): ApiProblem =>
  new ApiProblem({ status, code, detail: english(said), members: membersOf(said) })
