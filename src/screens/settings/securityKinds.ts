import type { TextKey } from '#ui/i18n.ts'

/**
 * Labels of the security log's kinds; the server's list is `securityKinds` in `security/events.ts`.
 */
export const securityKindTexts: Readonly<Record<string, TextKey>> = {
  sign_in: 'settings.eventSignIn',
  sign_in_failed: 'settings.eventSignInFailed',
  locked_out: 'settings.eventLockedOut',
  sign_out: 'settings.eventSignOut',
  sessions_ended: 'settings.eventSessionsEnded',
  registered: 'settings.eventRegistered',
  invited: 'settings.eventInvited',
  account_left: 'settings.eventAccountLeft',
  email_confirmed: 'settings.eventEmailConfirmed',
  email_changed: 'settings.eventEmailChanged',
  password_changed: 'settings.eventPasswordChanged',
  password_reset: 'settings.eventPasswordReset',
  password_reset_requested: 'settings.eventPasswordResetRequested',
  identity_linked: 'settings.eventIdentityLinked',
  two_factor_on: 'settings.eventTwoFactorOn',
  two_factor_off: 'settings.eventTwoFactorOff',
  two_factor_reset: 'settings.eventTwoFactorReset',
  step_up: 'settings.eventStepUp',
  step_up_failed: 'settings.eventStepUpFailed',
  person_added: 'settings.eventPersonAdded',
  person_approved: 'settings.eventPersonApproved',
  person_state_changed: 'settings.eventPersonStateChanged',
  person_removed: 'settings.eventPersonRemoved',
  person_restored: 'settings.eventPersonRestored',
  tenant_changed: 'settings.eventTenantChanged',
  roles_changed: 'settings.eventRolesChanged',
  role_changed: 'settings.eventRoleChanged',
  revealed: 'settings.eventRevealed',
  export: 'settings.eventExport',
  import: 'settings.eventImport',
  backup: 'settings.eventBackup',
  restore: 'settings.eventRestore',
  unauthenticated: 'settings.eventUnauthenticated',
  forbidden: 'settings.eventForbidden',
  rate_limited: 'settings.eventRateLimited',
}

/** Kinds to check first when looking for attacks. */
export const alarming: ReadonlySet<string> = new Set([
  'sign_in_failed',
  'locked_out',
  'step_up_failed',
  'unauthenticated',
  'forbidden',
  'rate_limited',
])
