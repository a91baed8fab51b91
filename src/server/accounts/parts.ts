import { parsing, saidOf, zodText } from '../base/issues.ts'
import { say } from '#model/message.ts'
import * as z from 'zod'
import { latinDigits } from '#schemas/labels/digits.ts'
import type { Query } from '../database/query.ts'
import { readJson } from '../web/body.ts'
import { unauthenticated, type Ctx } from '../web/context.ts'
import { invalid, type FieldProblem } from '../base/problem.ts'
import type { Model } from '#model/types.ts'
import type { Actor } from '../permissions/types.ts'
import type { Mailer } from '../mail/types.ts'
import type { PushSender } from '../notifications/push.ts'
import { clientAddress, clientNetwork } from '../web/address.ts'
import { ADDRESS_HEADER, PASSWORD_MAX, type Library } from './library.ts'
import type { People, PeopleModel } from '../permissions/people.ts'
import type { Presence } from './presence.ts'
import type { Revoking } from './identityRevocation.ts'
import type { RateLimiter } from '../web/rateLimit.ts'
import { tokenOf, type Session, type Sessions } from './sessions.ts'
import type { AccountsConfig, AccountsLog, IdentityService, PeopleWriter } from './types.ts'

/** What the routes of accounts share. */
export interface Parts extends Revoking {
  readonly query: Query
  readonly model: Model
  readonly config: AccountsConfig
  readonly library: Library
  readonly sessions: Sessions
  readonly peopleModel: PeopleModel
  readonly people: People
  readonly peopleWriter: PeopleWriter
  readonly presence: Presence
  readonly limiter: RateLimiter
  readonly mailer: Mailer
  readonly push: PushSender
  /** Called after a person changed a preference. */
  readonly preferenceKept: (personId: string, key: string) => Promise<void>
  readonly log: AccountsLog
  readonly identity: IdentityService | undefined
  /** Minimum length of a password, in characters. */
  readonly minLength: number
  /** Permission keys sent to the client's pages. */
  keys(actor: Actor): string[]
}

export const emailField = () => z.string().trim().max(254)
/** A code of an authenticator app or an e-mail, typed with the digits of any keyboard. */
export const codeField = () => z.string().trim().max(20).overwrite(latinDigits)
/** A password to sign in with: any length that may once have been valid. */
export const passwordField = () => z.string().max(PASSWORD_MAX)
/** A new password. */
export const newPasswordField = (minLength: number) =>
  z
    .string()
    .min(minLength, zodText(say('Use at least {{n}} characters.', { n: minLength })))
    .max(PASSWORD_MAX, zodText(say('Use at most {{n}} characters.', { n: PASSWORD_MAX })))

const problemsOf = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          code: 'unknown',
          message: 'There is no such field.',
        }))
      : [
          {
            path: issue.path.join('.'),
            code:
              issue.code === 'invalid_type' && issue.input === undefined ? 'required' : issue.code,
            message: saidOf(issue),
          },
        ],
  )

/**
 * Parses and validates the request body; 422 with a path per wrong value. Rejects unknown names.
 */
export const bodyOf = async <S extends z.ZodRawShape>(
  c: Ctx,
  shape: S,
): Promise<z.output<z.ZodObject<S>>> => {
  const { value } = await readJson(c, { optional: Object.keys(shape).length === 0 })
  const read = z.strictObject(shape).safeParse(value, parsing)
  if (!read.success) throw invalid(problemsOf(read.error.issues))
  return read.data as z.output<z.ZodObject<S>>
}

/** The caller's session; 401 without one. */
export const sessionOf = async (parts: Parts, c: Ctx): Promise<Session> => {
  const token = tokenOf(c.req.raw)
  const session = token ? await parts.sessions.find(token) : null
  if (!session) throw unauthenticated()
  c.set('actor', session.actor)
  return session
}

/** The client as rate limits count it: its IPv4 address or IPv6 network. */
export const addressOf = (parts: Parts, c: Ctx): string =>
  clientNetwork(c, parts.config.trustProxy ?? false)

/** The client's full address, for the list of sessions; undefined if unknown. */
export const wholeAddressOf = (parts: Parts, c: Ctx): string | undefined => {
  const address = clientAddress(c, parts.config.trustProxy ?? false)
  return address === 'unknown' ? undefined : address
}

/** Headers passed to the library: never the client's own, so nothing in them can be forged. */
export const libraryHeaders = (
  parts: Parts,
  c: Ctx,
  extra: Record<string, string> = {},
): Headers => {
  const headers = new Headers(extra)
  const address = wholeAddressOf(parts, c)
  if (address) headers.set(ADDRESS_HEADER, address)
  const agent = c.req.header('user-agent')
  if (agent) headers.set('user-agent', agent.slice(0, 400))
  return headers
}

/** Same, for the owner of a session. */
export const ownerHeaders = (parts: Parts, c: Ctx, session: Session): Headers =>
  libraryHeaders(parts, c, { authorization: `Bearer ${session.token}` })

/** Link to one of our pages with a token in its query. */
export const pageLink = (config: AccountsConfig, path: string, token: string): string => {
  const url = new URL(path, config.publicUrl)
  url.searchParams.set('token', token)
  return url.href
}
