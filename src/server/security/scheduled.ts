import path from 'node:path'
import type { Query } from '../database/query.ts'
import { securityEvent } from './events.ts'
import type { Who } from './origin.ts'

/** What the server does by itself, at its time. */
const SCHEDULER: Who = { name: 'Scheduler' }

/** Writes down a backup that nobody asked for. */
export const noteScheduledBackup = (query: Query, file: string): Promise<void> =>
  securityEvent(query, 'backup', SCHEDULER, { file: path.basename(file), scheduled: true })
