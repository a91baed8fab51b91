/**
 * Accounts: who signs in, and who they are.
 *
 * |---|---|
 * - `GET /api/auth/policy` → `{ minPasswordLength, registration }`
 * - `POST /api/auth/sign-in/email`: `{ email, password }` → `{ token, expiresAt, user }` and
 *   `set-auth-token`, or `{ twoFactor: true, challenge }`
 * - `POST /api/auth/two-factor/verify`: `{ challenge, code }` or `{ challenge, backupCode }` →
 *   as sign-in
 * - `POST /api/auth/identity`: `{ idToken }` of the configured identity service → as sign-in;
 *   new people wait for approval; 401 `invalid_identity_token`, `expired_identity_token`,
 *   `identity_revoked`, 409 `email_not_verified`, `email_needed`, 503 `identity_unreachable`;
 *   404 without one
 * - `POST /api/auth/sign-up/email`: `{ name, email, password }` → 202, whether or not the
 *   address has an account; a new account works once the address is proven, and its person
 *   waits for approval; 403 `registration_closed`
 * - `POST /api/auth/sign-out` → 204
 * - `POST /api/auth/forget-password`: `{ email }` → 202, whether or not the account exists
 * - `POST /api/auth/reset-password`: `{ token, password }` → 204; all sessions of the account
 *   end
 * - `POST /api/auth/change-password`: `{ currentPassword, newPassword }` → as sign-in; all
 *   sessions but the new one end
 * - `POST /api/auth/leave`: `{ password }`, or `{ idToken }` of an identity sign-in in the last
 *   five minutes → 204: ends the person's record and disables the account; 409
 *   `last_super_admin`
 * - `POST /api/auth/send-verification-email` → 202
 * - `POST /api/auth/verify-email`: `{ token }` with the account's own bearer token → 204, or `{
 *   token, password }` → as sign-in; 401 `sign_in_first` without either
 * - `POST /api/auth/two-factor/enable`: `{ password }` → `{ totpUri, backupCodes }`, active
 *   after confirm
 * - `POST /api/auth/two-factor/confirm`: `{ code }` → as sign-in: a new token, all other
 *   sessions end
 * - `POST /api/auth/two-factor/disable`: `{ password, code }` or `{ password, backupCode }` →
 *   as sign-in: a new token, the other sessions end
 * - `GET /api/auth/prove` → `{ methods }`: the account's proof methods among `code`,
 *   `password`, `identity` and `email`, the preferred one first
 * - `POST /api/auth/prove/email` → 202: mails a code, valid for ten minutes, to an account
 *   without password and second factor; otherwise 409 `other_proof`
 * - `POST /api/auth/prove`: `{ password }`, `{ code }`, `{ idToken }` or `{ emailCode }` → 204:
 *   for ten minutes the session can perform actions that need a proof (403 `step_up_required`
 *   without)
 * - `GET /api/auth/sessions` → `{ data: [{ id, current, createdAt, lastUsedAt, expiresAt,
 *   ipAddress, userAgent }] }`
 * - `DELETE /api/auth/sessions/{id}`, `POST /api/auth/sessions/revoke-others` → 204, `{ revoked
 *   }`
 * - `POST /api/auth/invite`: `{ person }` → 202: mails the link where an invited person chooses
 *   a password; needs `<person entity>.update`; 409 `not_invitable` for people who left or are
 *   suspended. A person created in the first state is invited automatically
 * - `GET /api/me`, `PATCH /api/me`: `{ name?, locale?, phone? }` → the person, account, roles,
 *   permission keys, preferences, organisation
 * - `GET`, `PUT /api/me/preferences/{key}`: any JSON up to 64 kB
 * - `GET /api/me/devices` → `{ available, data: [{ id, current, userAgent, createdAt,
 *   lastSeenAt }] }`
 * - `PUT /api/me/devices`: `{ token }` → `{ data: { id } }`: this session's device for push
 *   messages; 409 `no_push_service`
 * - `DELETE /api/me/devices/{id}`, `POST /api/me/devices/{id}/test` → 204, `{ data: { state }
 *   }`; 409 `not_sent`
 *
 * Everything else under `/api/auth` is 404: the account library itself is never mounted. Only the
 * bearer token signs people in, no cookie; `known-device` is used for limits only.
 *
 * Codes: 401 `invalid_credentials` (wrong password and unknown e-mail alike), `invalid_code`,
 * `invalid_challenge`, 403 `account_disabled`, 400 `invalid_token`, `expired_token`, 422 with paths,
 * 429 `too_many_requests` with `Retry-After`. Mailed links open `/auth/reset?token=…` and
 * `/auth/verify?token=…`.
 */
export { createAccounts } from './accounts.ts'
export { withAccounts } from './accountRules.ts'
export { INVITE_JOB, withInvitations } from './invitations.ts'
export { purgeRateLimits } from '../web/rateLimit.ts'
export type { Accounts } from './types.ts'
