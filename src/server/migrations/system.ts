import { approvalRecords, approvalRequests, approvalVotes } from './system/approvals.ts'
import { audit, auditSeals, securityEvents } from './system/audit.ts'
import { savedCards } from './system/cards.ts'
import { files, uploads } from './system/files.ts'
import { jobs, metricDays, metricStates } from './system/jobs.ts'
import { deliveries, pushDevices } from './system/notifications.ts'
import { operations, operationRows, idempotency } from './system/operations.ts'
import { preferences, settings, sequences } from './system/settings.ts'
import { reminders } from './system/reminders.ts'
import { tagColors } from './system/tags.ts'
import { notes, followers, reads } from './system/timeline.ts'
import { views } from './system/views.ts'

/** Tables that no entity declares, in the order in which they are created. */
export const systemTables = {
  audit,
  auditSeals,
  securityEvents,
  operations,
  operationRows,
  idempotency,
  files,
  uploads,
  jobs,
  preferences,
  settings,
  sequences,
  deliveries,
  notes,
  followers,
  reminders,
  tagColors,
  approvalRequests,
  approvalVotes,
  approvalRecords,
  reads,
  pushDevices,
  metricDays,
  metricStates,
  views,
  savedCards,
}
