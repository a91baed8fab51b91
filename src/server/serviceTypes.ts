import type { AnyResource } from '#schemas/define/resource.ts'
import type { Model } from '#model/types.ts'
import type { Accounts } from './accounts/index.ts'
import type { Vault } from './secrets/vault.ts'
import type { Config } from './config.ts'
import type { Reads, ReplicaHealth } from './database/reads/reads.ts'
import type { Room } from './health/room.ts'
import type { Database, DatabaseLog, DatabaseOptions } from './database/pool.ts'
import type { Documents } from './firebase/documents.ts'
import type { Hub } from './events/hub.ts'
import type { Signals } from './events/signals.ts'
import type { Exports } from './exchange/exportJob.ts'
import type { Imports } from './exchange/import.ts'
import type { Files } from './files/files.ts'
import type { FileLinks } from './files/links.ts'
import { storageFactsOf } from './files/storageFacts.ts'
import type { Uploads } from './files/uploads.ts'
import type { RunOnce } from './web/writes.ts'
import type { Jobs } from './jobs/queue.ts'
import type { LastCalls } from './health/lastCalls.ts'
import type { Mailer } from './mail/types.ts'
import type { ApprovalParts } from './approvals/types.ts'
import type { OperationParts } from './operations/types.ts'
import type { InboxFeed } from './notifications/feed.ts'
import type { DeskParts } from './portal/routes.ts'
import type { PayPageParts } from './portal/payRoutes.ts'
import type { PushSender } from './notifications/push.ts'
import type { PaymentParts } from './payments/routes.ts'
import type { Refusals } from './security/refusals.ts'
import type { Access, Actor } from './permissions/types.ts'
import type { FullReader } from './store/read/reader.ts'
import type { TransactionalWriter } from './store/write/writer.ts'

/** The configuration with its secret resolved. */
export type ServerConfig = Config & { readonly secret: string }

/** All services of the server, without a listening socket. */
export interface Services {
  readonly config: ServerConfig
  /** Folder of the built browser app. */
  readonly webRoot: string
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly model: Model
  readonly log: DatabaseLog
  readonly db: Database
  /**
   * Where lists, searches, exports and the dashboard read from: the replica if there is one, else
   * the database.
   */
  readonly reads: Reads
  /** Health of the replica; null without one. */
  readonly replica: () => ReplicaHealth | null
  /** Disk space. */
  readonly room: Room
  readonly reader: FullReader
  readonly writer: TransactionalWriter
  readonly accounts: Accounts
  readonly mailer: Mailer
  /** Results of the last calls to external services. */
  readonly calls: LastCalls
  /** Writes, reads and deletes a small file where new ones go; absent if that is the local disk. */
  readonly checkFiles: (() => Promise<void>) | undefined
  readonly push: PushSender
  readonly files: Files
  readonly storageFacts: ReturnType<typeof storageFactsOf>
  readonly uploads: Uploads
  readonly links: FileLinks
  readonly hub: Hub
  readonly signals: Signals
  /** Queue of refused requests for the security log. */
  readonly refusals: Refusals
  readonly inboxes: InboxFeed
  readonly jobs: Jobs
  readonly imports: Imports
  /** Exports of long lists. */
  readonly exported: Exports
  /** Dependencies of bulk actions and undo. */
  readonly operations: OperationParts
  /** Dependencies of requests for approval. */
  readonly approvals: ApprovalParts
  /** Collections kept in Firestore. */
  readonly documents: Documents
  readonly payments: PaymentParts
  /** The customer's side of tickets (the support portal). */
  readonly desk: DeskParts
  /** Pages on which single records are paid without an account. */
  readonly payPage: PayPageParts
  /** Runs an effect once per idempotency key. */
  readonly once: RunOnce
  readonly accessFor: (actor: Actor) => Access
  /** IANA zone of the organisation. */
  readonly timeZone: () => Promise<string>
  /** Stops background work and closes the database. */
  close(): Promise<void>
}

/** Overrides, e.g. an open database or an in-memory mailer in tests. */
export interface ServiceOptions {
  /** Closed with the services. */
  readonly db?: Database
  /**
   * Shares the embedded database of a running server instead of refusing to start; for commands.
   */
  readonly beside?: boolean
  readonly log?: DatabaseLog
  /** Disk space of the data directory; default: unlimited. Closed with the services. */
  readonly room?: Room
  /** Receives the database's states before it is open. */
  readonly onState?: DatabaseOptions['onState']
  readonly mailer?: Mailer
  readonly push?: PushSender
}

/** What the services are built on. */
export type Foundation = Pick<
  Services,
  'config' | 'resources' | 'model' | 'log' | 'db' | 'room' | 'mailer' | 'push' | 'calls'
> & { readonly vault: Vault }
