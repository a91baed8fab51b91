import { data, inPath, operation, type PathItem } from './operations.ts'
import type { Schema } from './schemas.ts'

const tag = 'Accounts'
const string: Schema = { type: 'string' }
const email: Schema = { type: 'string', format: 'email' }
const object = (
  properties: Record<string, Schema>,
  required = Object.keys(properties),
): Schema => ({ type: 'object', ...(required.length ? { required } : {}), properties })

const session = object({
  token: string,
  expiresAt: { type: 'string', format: 'date-time' },
  user: { type: 'object' },
})
const signedIn = {
  status: 200,
  description: 'A session.',
  schema: session,
  headers: { 'set-auth-token': { description: 'The session token.', schema: string } },
}
const done = { status: 204, description: 'Done.' }
const accepted = { status: 202, description: 'Accepted.' }
const device = object({
  id: string,
  current: { type: 'boolean' },
  userAgent: { type: ['string', 'null'] },
  createdAt: { type: 'string', format: 'date-time' },
  lastSeenAt: { type: 'string', format: 'date-time' },
})
const me = object(
  {
    account: { type: 'object' },
    person: { type: ['object', 'null'] },
    waiting: { type: 'boolean' },
    roles: { type: 'array', items: {} },
    permissions: { type: 'array', items: string },
    rights: {
      type: 'string',
      description: 'Changes whenever the permissions do, those of single rows included.',
    },
    preferences: { type: 'object' },
    organisation: { type: 'object' },
  },
  ['account', 'permissions'],
)
const preferenceKey = inPath('key', 'Name of the preference.', {
  type: 'string',
  pattern: '^[\\w.:-]{1,100}$',
})

const post = (
  id: string,
  summary: string,
  body: Schema | undefined,
  response: Parameters<typeof operation>[0]['response'],
  more: { open?: true; problems?: readonly number[] } = {},
): PathItem => ({
  post: operation({
    id,
    summary,
    tag,
    ...(more.open ? { open: true } : {}),
    ...(body ? { body } : {}),
    response,
    problems: [...(body ? [400, 413, 415, 422] : []), ...(more.problems ?? [])],
  }),
})

/** Sign-in, registration, sessions, second factor, and the caller's own person. */
export const accountPaths: Readonly<Record<string, PathItem>> = {
  '/api/auth/policy': {
    get: operation({
      id: 'accountPolicy',
      summary: 'Rules for new accounts',
      tag,
      open: true,
      response: {
        status: 200,
        description: 'The rules.',
        schema: object({
          minPasswordLength: { type: 'integer' },
          registration: { type: 'boolean' },
        }),
      },
    }),
  },
  '/api/auth/sign-in/email': post(
    'signIn',
    'Sign in',
    object({ email, password: string }),
    {
      ...signedIn,
      description: 'A session, or `{ twoFactor, challenge }` when a second factor is required.',
      schema: { anyOf: [session, object({ twoFactor: { type: 'boolean' }, challenge: string })] },
    },
    { open: true, problems: [401, 403] },
  ),
  '/api/auth/two-factor/verify': post(
    'verifySecondFactor',
    'Finish a sign-in with the second factor',
    object({ challenge: string, code: string, backupCode: string }, ['challenge']),
    signedIn,
    { open: true, problems: [401] },
  ),
  '/api/auth/identity': post(
    'signInWithIdentity',
    'Sign in with the configured identity service',
    object({ idToken: string }),
    {
      ...signedIn,
      description: 'A session, or `{ twoFactor, challenge }` when a second factor is required.',
      schema: { anyOf: [session, object({ twoFactor: { type: 'boolean' }, challenge: string })] },
    },
    { open: true, problems: [401, 403, 404, 409, 503] },
  ),
  '/api/auth/sign-up/email': post(
    'signUp',
    'Register',
    object({ name: string, email, password: string }),
    accepted,
    { open: true, problems: [403] },
  ),
  '/api/auth/leave': post(
    'leave',
    'Ask for the own account to be removed',
    object({ password: string, idToken: string }, []),
    done,
    { problems: [403, 404, 409, 503] },
  ),
  '/api/auth/sign-out': post('signOut', 'Sign out', undefined, done),
  '/api/auth/forget-password': post(
    'forgetPassword',
    'Ask for a link to choose a new password',
    object({ email }),
    accepted,
    { open: true },
  ),
  '/api/auth/reset-password': post(
    'resetPassword',
    'Choose a new password by the link',
    object({ token: string, password: string }),
    done,
    { open: true },
  ),
  '/api/auth/change-password': post(
    'changePassword',
    'Change the own password',
    object({ currentPassword: string, newPassword: string }),
    signedIn,
  ),
  '/api/auth/send-verification-email': post(
    'sendVerificationEmail',
    'Ask for a link that confirms the e-mail',
    undefined,
    accepted,
  ),
  '/api/auth/verify-email': post(
    'verifyEmail',
    'Confirm the e-mail by the link',
    object({ token: string, password: string }, ['token']),
    done,
    { open: true, problems: [401] },
  ),
  '/api/auth/two-factor/enable': post(
    'enableSecondFactor',
    'Begin to use a second factor, by the password or, without one, a recent proof',
    object({ password: string }, []),
    {
      status: 200,
      description: 'What the authenticator needs.',
      schema: object({ totpUri: string, backupCodes: { type: 'array', items: string } }),
    },
    { problems: [409] },
  ),
  '/api/auth/two-factor/confirm': post(
    'confirmSecondFactor',
    'Put the second factor in force',
    object({ code: string }),
    signedIn,
    { problems: [409] },
  ),
  '/api/auth/two-factor/disable': post(
    'disableSecondFactor',
    'Stop using the second factor, by a code and the password or, without one, a recent proof',
    object({ password: string, code: string, backupCode: string }, []),
    signedIn,
    { problems: [409] },
  ),
  '/api/auth/prove': {
    get: operation({
      id: 'waysToProve',
      summary: 'By what the caller can prove who has the session, the preferred one first',
      tag,
      response: {
        status: 200,
        description: 'Ways.',
        schema: object({
          methods: {
            type: 'array',
            items: { type: 'string', enum: ['code', 'password', 'identity', 'email'] },
          },
        }),
      },
    }),
    ...post(
      'prove',
      'Prove who has the session, for requests that return 403 `step_up_required`',
      object({ password: string, code: string, idToken: string, emailCode: string }, []),
      done,
      { problems: [403, 404, 409, 503] },
    ),
  },
  '/api/auth/prove/email': post(
    'mailProof',
    'Ask for a code by e-mail that proves who has the session, where there is neither password nor factor',
    undefined,
    accepted,
    { problems: [409] },
  ),
  '/api/auth/sessions': {
    get: operation({
      id: 'listSessions',
      summary: 'Own sessions',
      tag,
      response: {
        status: 200,
        description: 'Sessions.',
        schema: data({ type: 'array', items: { type: 'object' } }),
      },
    }),
  },
  '/api/auth/sessions/{id}': {
    delete: operation({
      id: 'endSession',
      summary: 'End a session',
      tag,
      parameters: [inPath('id', 'Id of the session.', string)],
      problems: [404],
      response: done,
    }),
  },
  '/api/auth/sessions/revoke-others': post(
    'endOtherSessions',
    'End all other sessions',
    undefined,
    {
      status: 200,
      description: 'How many ended.',
      schema: object({ revoked: { type: 'integer' } }),
    },
  ),
  '/api/auth/invite': post(
    'invite',
    'Mail an invited person the link to their account',
    object({ person: { type: 'string', format: 'uuid' } }),
    accepted,
    { problems: [403, 404, 409] },
  ),
  '/api/documents/token': post(
    'documentToken',
    'Sign in to the document database',
    undefined,
    {
      status: 200,
      description:
        'A token for the identity service of the project, and until when the rules of the database accept it. 404 where no records are kept there.',
      schema: object({
        token: string,
        expiresAt: { type: 'string', format: 'date-time' },
        person: { type: 'string', format: 'uuid' },
      }),
    },
    { problems: [403, 404] },
  ),
  '/api/me': {
    get: operation({
      id: 'getMe',
      summary: 'Who is signed in',
      tag,
      response: { status: 200, description: 'Person, roles, rights and preferences.', schema: me },
    }),
    patch: operation({
      id: 'patchMe',
      summary: 'Change the own person',
      tag,
      body: object(
        { name: string, locale: { type: ['string', 'null'] }, phone: { type: ['string', 'null'] } },
        [],
      ),
      problems: [400, 409, 413, 415, 422],
      response: { status: 200, description: 'As it now is.', schema: me },
    }),
  },
  '/api/me/devices': {
    get: operation({
      id: 'listDevices',
      summary: 'Own devices for push messages',
      tag,
      response: {
        status: 200,
        description: '`available` tells whether a push service is set up.',
        schema: object({ available: { type: 'boolean' }, data: { type: 'array', items: device } }),
      },
    }),
    put: operation({
      id: 'registerDevice',
      summary: 'Register this session’s device for push messages, or renew it',
      tag,
      body: {
        ...object({
          token: {
            type: 'string',
            minLength: 20,
            maxLength: 4096,
            description: 'Address of the device at the push service.',
          },
        }),
        additionalProperties: false,
      },
      problems: [400, 409, 413, 415, 422],
      response: { status: 200, description: 'Its id.', schema: data(object({ id: string })) },
    }),
  },
  '/api/me/devices/{id}': {
    delete: operation({
      id: 'removeDevice',
      summary: 'Send nothing to a device any more',
      tag,
      parameters: [inPath('id', 'Id of the device.', string)],
      problems: [404],
      response: done,
    }),
  },
  '/api/me/devices/{id}/test': {
    post: operation({
      id: 'testDevice',
      summary: 'Send a test to a device',
      tag,
      parameters: [inPath('id', 'Id of the device.', string)],
      problems: [404, 409],
      response: {
        status: 200,
        description: 'Sent, or that the push service no longer knows the device.',
        schema: data(object({ state: { type: 'string', enum: ['sent', 'no_device'] } })),
      },
    }),
  },
  '/api/me/preferences/{key}': {
    get: operation({
      id: 'getPreference',
      summary: 'A preference',
      tag,
      parameters: [preferenceKey],
      problems: [404],
      response: { status: 200, description: 'Its value.', schema: {} },
    }),
    put: operation({
      id: 'putPreference',
      summary: 'Keep a preference',
      tag,
      parameters: [preferenceKey],
      body: {},
      problems: [400, 404, 413, 415, 422],
      response: done,
    }),
  },
}
