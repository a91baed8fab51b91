import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import type { FileLinks } from './links.ts'
import { splitKey, type StoreName } from './stores.ts'
import { isFileVisible } from '../permissions/visibleFiles.ts'

/** How a file is stored, for the staff of the back-office. */
export interface StorageFacts {
  readonly id: string
  /** SHA-256 of the stored content, hexadecimal. */
  readonly hash: string
  readonly store: StoreName
  /** Name of the object in that store. */
  readonly key: string
  /**
   * False when the store is no longer configured, so that the content cannot be read at present.
   */
  readonly connected: boolean
  /** True for pictures: camera, location and author are always removed from them. */
  readonly metadataRemoved: boolean
  /** ISO 8601. */
  readonly uploadedAt: string
  /** Id of the person; null for files created by the system. */
  readonly uploadedBy: string | null
  /** Path and query; works until `urlExpiresAt` (ISO 8601), without a token. */
  readonly url: string
  readonly urlExpiresAt: string
}

interface Row {
  id: string
  hash: string
  type: string
  storage_key: string
  created_at: Date | string
  created_by: string | null
  collection: string | null
}

/**
 * Returns a function that reads how a file is stored. It returns undefined for a file that does not
 * exist or that the caller may not see: neither their own upload nor shown by a record they may
 * read.
 */
export const storageFactsOf =
  ({
    query,
    model,
    links,
    connected,
  }: {
    readonly query: Query
    readonly model: Model
    readonly links: FileLinks
    /** Stores that are configured and reachable. */
    readonly connected: ReadonlySet<string>
  }) =>
  async (id: string, access: Access): Promise<StorageFacts | undefined> => {
    const {
      rows: [row],
    } = await query<Row>(
      'select id, hash, type, storage_key, created_at, created_by, collection from files where id = $1',
      [id],
    )
    if (!row || !(await isFileVisible(query, model, access, row))) return undefined
    const { name, inner } = splitKey(row.storage_key)
    const { url, expiresAt } = links.made(id)
    return {
      id: row.id,
      hash: row.hash,
      store: name,
      key: inner,
      connected: connected.has(name),
      metadataRemoved: row.type.startsWith('image/'),
      uploadedAt: new Date(row.created_at).toISOString(),
      uploadedBy: row.created_by,
      url,
      urlExpiresAt: expiresAt.toISOString(),
    }
  }
