import path from 'node:path'
import type { Query } from '../database/query.ts'
import { securityEvent } from './events.ts'
import type { Who } from './origin.ts'

/** Actor of the server's scheduled work. */
const SCHEDULER: Who = { name: 'Scheduler' }

/** Records a scheduled backup. */
export const noteScheduledBackup = (query: Query, file: string): Promise<void> =>
  securityEvent(query, 'backup', SCHEDULER, { file: path.basename(file), scheduled: true })
