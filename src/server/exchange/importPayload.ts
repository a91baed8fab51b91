/** What an import is given: its dependencies, and what its job keeps. */
import * as z from 'zod'
import type { AnyResource } from '#schemas/define/resource.ts'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import type { FileStore } from '../files/store.ts'
import type { Access, Actor } from '../permissions/types.ts'
import { writtenLanguages } from '../texts/language.ts'
import type { ImportRows } from './resolve.ts'

/** Largest file of an import. */
export const maxImportBytes = 100_000_000
/** Last line that may name the columns. */
export const maxHeaderRow = 1000
/** Most rows of one. */
export const maxImportRows = 200_000
/** How an import writes: not at all, everything or nothing, or what is right. */
export const importModes = ['dry-run', 'atomic', 'partial'] as const
export type ImportMode = (typeof importModes)[number]

/** Dependencies of imports. */
export interface ImportParts {
  readonly db: Database
  readonly model: Model
  readonly resources: Readonly<Record<string, AnyResource>>
  /** Keeps the file until the job is done, and the error reports. */
  readonly store: FileStore
  readonly importRows: ImportRows
  readonly accessFor: (actor: Actor) => Access
  /** Records the start of an import in the security log, within its transaction if there is one. */
  readonly noteStart?: (query: Query, actor: Actor, started: StartedImport) => Promise<void>
}

/** What the security log says of an import. */
export interface StartedImport {
  readonly collection: string
  readonly mode: ImportMode
  /** Id of the job. */
  readonly job: string
  readonly history: boolean
}

/** What the job of an import keeps. */
export const payloadSchema = z.object({
  collection: z.string(),
  key: z.string(),
  size: z.number(),
  mapping: z.json(),
  mode: z.enum(importModes),
  upsertBy: z.string().optional(),
  history: z.boolean().default(false),
  /** The line with the names of the columns, in the file from 1. */
  headerRow: z.number().int().min(1).default(1),
  /** Of the reasons in the report. */
  language: z.enum(writtenLanguages).default('en'),
  operationId: z.uuid(),
  /**
   * The user had just confirmed their identity when starting; this holds for the whole import,
   * however long it takes.
   */
  proved: z.boolean().default(false),
})
export type ImportPayload = z.output<typeof payloadSchema>
