import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Access, Actor } from '../permissions/types.ts'
import type { AnswerKind } from './securityHeaders.ts'
import { Problem } from '../problem.ts'

/** What a request carries through the handlers. */
export interface Env {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Ours; the audit keeps it. */
    requestId: string
    /** The caller's own id of the request, where it sent one that is safe to log; for the log only. */
    correlationId: string | undefined
    /** Set once the caller is known. */
    actor: Actor | undefined
    access: Access | undefined
    /** Kind of the answer, for the security headers; default `other`. */
    answerKind: AnswerKind | undefined
  }
}

export type Ctx = Context<Env>

/** Rights of the signed-in caller; 401 where nobody is signed in. */
export const accessOf = (c: Ctx): Access => {
  const access = c.get('access')
  if (!access) throw unauthenticated()
  return access
}

/** 401 with the challenge. */
export const unauthenticated = (): Problem =>
  new Problem(401, 'unauthenticated', 'Sign in to do this.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

const LONG = 4096

/** Returns JSON text that is already written. */
export const jsonText = (
  c: Ctx,
  text: string,
  status: 200 | 201 | 202 = 200,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  // Long texts as bytes: given a string, Node joins it to the headers and makes room for three times its length.
  c.body(text.length > LONG ? Buffer.from(text) : text, status, {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
  })
