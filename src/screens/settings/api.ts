/** API calls of the settings that no other screen makes. All throw `ApiProblem`. */
import { call, get, send } from '#data/api.ts'
import { saveFile } from '#ui/saveFile.ts'
import { keepTokens, storedTokens } from '#data/session.ts'
import type { Included } from '#data/types.ts'
import type { Json } from '#model/types.ts'

interface SignedIn {
  readonly token: string
  readonly expiresAt: string
}
const renewed = async (path: string, body: object): Promise<void> => {
  const { body: session } = await call<SignedIn>(`/api/auth/${path}`, { method: 'POST', body })
  keepTokens({ ...storedTokens(), token: session.token, expiresAt: session.expiresAt })
}

/** Changes to the person's own profile; null clears a field. */
export const saveMe = (body: {
  readonly name?: string
  readonly phone?: string | null
  readonly locale?: string | null
}) => call('/api/me', { method: 'PATCH', body })

/** Ends all other sessions and continues with a new one. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  renewed('change-password', { currentPassword, newPassword })
export interface Enrolment {
  readonly totpUri: string
  readonly backupCodes: readonly string[]
}
/**
 * Starts enrolment; in force once confirmed. Takes the password; an account without one proves
 * itself otherwise.
 */
export const enableTwoFactor = async (password: string): Promise<Enrolment> =>
  (
    await call<Enrolment>('/api/auth/two-factor/enable', {
      method: 'POST',
      body: password ? { password } : {},
    })
  ).body
export const confirmTwoFactor = (code: string): Promise<void> =>
  renewed('two-factor/confirm', { code })
/** Takes the password and a code: from the app, or a backup code. */
export const disableTwoFactor = (password: string, code: string): Promise<void> =>
  renewed('two-factor/disable', {
    ...(password ? { password } : {}),
    ...(/^\d{6}$/.test(code) ? { code } : { backupCode: code }),
  })
/** Closes the own account; nobody can sign in with it any more. */
export const leave = (password: string) =>
  call('/api/auth/leave', { method: 'POST', body: { password } })

export interface SessionInfo {
  readonly id: string
  readonly current: boolean
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
}
export const sessions = async (signal?: AbortSignal) =>
  (
    await get<{ readonly data: readonly SessionInfo[] }>(
      '/api/auth/sessions',
      signal ? { signal } : {},
    )
  ).data
export const endSession = (id: string) =>
  call(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })
export const endOtherSessions = () => call('/api/auth/sessions/revoke-others', { method: 'POST' })

/** Business hours until the first reply, each later one, and the solution. */
export interface Target {
  readonly reply: number
  readonly next: number
  readonly resolve: number
}
export const priorities = ['urgent', 'high', 'normal', 'low'] as const
export type Priority = (typeof priorities)[number]
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]
/** A day on which nobody works, `YYYY-MM-DD`. */
export interface Holiday {
  readonly day: string
  readonly name: string
}
/** Opening hours in the organisation's zone, `HH:MM`; null when closed. */
export interface BusinessHours {
  readonly week: Readonly<Record<Weekday, { readonly from: string; readonly to: string } | null>>
  readonly holidays: readonly Holiday[]
}
/** What documents say of the organisation; an empty text says nothing. */
export interface Seller {
  readonly legalName: string
  readonly address: string
  readonly taxId: string
  readonly bank: string
  readonly footer: string
  /** `#rrggbb` */
  readonly colour: string
  /** PNG or JPEG as a data URL. */
  readonly logo: string
}
export interface Organisation {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  /** In minor units of `currency`. */
  readonly refundProofAbove: number
  /** Days after the due day on which overdue invoices are reminded of, ascending. */
  readonly reminderDays: readonly number[]
  /** Days after the due day on which a saved card is charged, ascending. */
  readonly attemptDays: readonly number[]
  readonly sla: Readonly<Record<Priority, Target>>
  readonly businessHours: BusinessHours
  readonly seller: Seller
  readonly version: number
}
export const organisation = async (signal?: AbortSignal) =>
  (await get<{ readonly data: Organisation }>('/api/organisation', signal ? { signal } : {})).data
export const saveOrganisation = async ({ version, ...body }: Organisation) =>
  (
    await call<{ readonly data: Organisation }>('/api/organisation', {
      method: 'PATCH',
      body,
      ifMatch: version,
    })
  ).body.data

export interface LogEntry {
  readonly id: string
  readonly at: string
  readonly actor: { readonly id: string | null; readonly name: string | null }
  readonly channel: string
  readonly entity: string
  readonly record: { readonly id: string; readonly title: string | null }
  readonly version: number
  readonly action: string
  readonly reason: string | null
  readonly patch: Readonly<Record<string, readonly [Json, Json]>>
}
export interface LogPage {
  readonly data: readonly LogEntry[]
  readonly included: Included
  readonly next: string | null
}
export const auditLog = (
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
) => get<LogPage>('/api/audit', { query, signal })

export interface SecurityLogEntry {
  readonly id: string
  readonly at: string
  readonly lastAt: string
  readonly times: number
  readonly kind: string
  readonly person: { readonly id: string | null; readonly name: string | null }
  /** Affected person or role. */
  readonly subject: { readonly id: string | null; readonly name: string | null }
  /** E-mail address of a sign-in attempt. */
  readonly email: string | null
  readonly address: string | null
  readonly client: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, Json>>
}
type Filters = Readonly<Record<string, string | undefined>>
export const securityLog = (query: Filters, signal: AbortSignal) =>
  get<{ readonly data: readonly SecurityLogEntry[]; readonly next: string | null }>(
    '/api/security-events',
    { query, signal },
  )
const download = async (from: string, query: Filters, name: string): Promise<void> =>
  saveFile(await send(from, { query, accept: 'text/csv', timeoutMs: 600_000 }), name)
/** Downloads all matching entries of the security log. */
export const exportSecurityLog = (query: Filters) =>
  download('/api/security-events/export.csv', query, 'security-log.csv')
/** Downloads all matching entries of the audit log. */
export const exportAuditLog = (query: Filters) =>
  download('/api/audit/export.csv', query, 'audit-log.csv')

export interface Backup {
  readonly name: string
  readonly bytes: number
  readonly at: string
}
/** Last test restore of a backup. `error` is null when every table was restored unchanged. */
export interface RestoreTest {
  readonly at: string
  readonly backup: string
  readonly rows: number
  readonly tookMs: number
  readonly error: string | null
}
export interface Installation {
  readonly version: string
  readonly node: string
  readonly startedAt: string
  readonly memoryBytes: number
  readonly listeners: number
  readonly demo: boolean
  readonly database: {
    readonly kind: 'embedded' | 'postgres'
    /** False behind a pooler in transaction mode. */
    readonly sessions: boolean
    readonly version: string
    readonly bytes: number
    readonly latencyMs: number
    readonly connections: { readonly used: number; readonly most: number }
    /** Slow statements; null when the server does not collect them. */
    readonly slow:
      | readonly {
          readonly text: string
          readonly calls: number
          readonly meanMs: number
          readonly totalMs: number
        }[]
      | null
  }
  /** Disk of the data directory; `low` warns before it is full. */
  readonly disk: {
    readonly freeBytes: number
    readonly totalBytes: number
    readonly low: boolean
  } | null
  readonly replica: {
    readonly state: 'starting' | 'used' | 'behind' | 'unreachable' | 'unfit'
    readonly since: string
    readonly reason: string | null
    readonly behindBytes: number | null
    readonly byReplica: number
    readonly byPrimary: number
  } | null
  readonly jobs: {
    readonly queued: number
    readonly running: number
    readonly succeeded: number
    readonly failed: number
    readonly cancelled: number
    readonly lastFailed: readonly {
      readonly id: string
      readonly kind: string
      readonly error: string | null
      readonly finishedAt: string | null
    }[]
  }
  /**
   * Checks of dashboard metrics against the records: when the last full check ended, number of
   * wrong days rebuilt so far, and when the last one was.
   */
  readonly metrics: {
    readonly checkedAt: string | null
    readonly repairedDays: number
    readonly repairedAt: string | null
  }
  readonly audit: AuditState
  readonly backups: readonly Backup[] | null
  readonly restoreTest: RestoreTest | null
}
/**
 * Whether the database prevents the product from changing the audit, and the result of the last
 * check of its chain.
 */
export interface AuditState {
  readonly separate: boolean
  readonly check: {
    readonly at: string
    readonly entries: number
    readonly upTo: { readonly seq: string; readonly at: string } | null
    readonly tampering: { readonly kind: string; readonly seq: string } | null
  } | null
}
export const installation = async (signal: AbortSignal) =>
  (await get<{ readonly data: Installation }>('/api/system', { signal })).data
/** Takes time in proportion to the size of the database. */
export const backupNow = () =>
  call<{ readonly data: Backup }>('/api/system/backups', { method: 'POST', timeoutMs: 30 * 60_000 })
export const testRestore = () =>
  call<{ readonly data: RestoreTest | null }>('/api/system/restore-tests', {
    method: 'POST',
    timeoutMs: 30 * 60_000,
  })

/** Result of the last real call to a service; null before the first. */
export type LastCall = {
  readonly at: string
  readonly ok: boolean
  readonly problem: string | null
} | null
export interface Integrations {
  readonly last: Readonly<Record<'mail' | 'files' | 'identity' | 'documents' | 'push', LastCall>>
  readonly mail: { readonly server: string | null; readonly inbox: string | null }
  readonly payments: 'stripe' | 'test' | 'none'
  readonly files: 'local' | 's3' | 'firebase'
  readonly firebase: {
    readonly project: string | null
    readonly problem: string | null
    readonly providers: readonly ('google' | 'facebook' | 'github' | 'twitter' | 'password')[]
    readonly resources: readonly string[]
    readonly services: readonly {
      readonly service: 'identity' | 'files' | 'push' | 'documents'
      readonly on: boolean
      readonly emulator: boolean
    }[]
  }
}
export const integrations = async (signal: AbortSignal) =>
  (await get<{ readonly data: Integrations }>('/api/system/integrations', { signal })).data
/** Tests a service without side effects; the result is then in `integrations`. */
export const testIntegration = (service: 'mail' | 'files') =>
  call(`/api/system/integrations/${service}/test`, { method: 'POST' })
