import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { invalid, Problem } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { slicesOf } from './chunks.ts'
import type { FileLinks } from './links.ts'
import { offeredName } from './offeredName.ts'
import { pictureSize, withoutMetadata, type Size } from './pictures.ts'
import { sniff } from './sniff.ts'
import type { FileStore } from './store.ts'
import { isFileVisible } from '../permissions/visibleFiles.ts'

/** Maximum upload in bytes, and maximum picture size in pixels. */
export const maxUploadBytes = 25_000_000
export const maxPixels = 40_000_000
/** Maximum bytes one person may upload per day. */
export const maxBytesPerDay = 1_000_000_000

/**
 * File info sent to clients. `url` works for some minutes, without a token; `width` and `height` in
 * pixels, null if not a picture.
 */
export interface FileInfo {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly url: string
}

interface FileRow {
  id: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
  storage_key: string
  created_by: string | null
  collection: string | null
}

/** Stored content that is not a file yet. */
export interface Received {
  readonly row: FileRow
  readonly hash: string
}

/** Uploaded files: which are accepted, who may see them, and their content. */
export interface Files {
  /**
   * Stores an upload's content after cleaning it. 413 beyond the limits, 415 for an unsupported
   * type, 422 for a broken picture. It becomes a file once entered.
   */
  receive(
    input: { readonly bytes: Uint8Array; readonly name: string; readonly collection?: string },
    access: Access,
  ): Promise<Received>
  /** Creates the file's record, in the transaction of `query` if given. */
  enter(received: Received, query?: Query): Promise<FileInfo>
  /** Deletes a received file that was not entered. */
  discard(received: Received): Promise<void>
  /**
   * Returns the files the caller may see: their own uploads, and files shown by a record they may
   * read. Keeps the order of `ids`; omits the others.
   */
  info(ids: readonly string[], access: Access): Promise<FileInfo[]>
  /** Returns the content for a link that was already verified. */
  content(id: string): Promise<
    | {
        readonly stream: ReadableStream<Uint8Array>
        readonly name: string
        readonly type: string
        readonly size: number
      }
    | undefined
  >
}

interface Parts {
  readonly query: Query
  readonly model: Model
  readonly store: FileStore
  readonly links: FileLinks
}

// Names are displayed and offered for download, so control characters and path parts are removed.
const cleanName = (name: string): string =>
  (name.slice(-1_000).split(/[\\/]/).at(-1) ?? '')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

const measured = (bytes: Uint8Array, type: string): Size => {
  const size = pictureSize(bytes, type)
  if (!size) {
    throw invalid([{ path: 'file', code: 'broken', message: 'This picture cannot be read.' }])
  }
  if (size.width * size.height > maxPixels) {
    throw new Problem(
      413,
      'too_large',
      `A picture may have ${maxPixels / 1_000_000} megapixels at most.`,
    )
  }
  return size
}

/** Files in a store, with their metadata in the table `files`. */
export const createFiles = ({ query, model, store, links }: Parts): Files => {
  const infoOf = ({ id, name, type, size, width, height }: FileRow): FileInfo => ({
    id,
    name: offeredName(name, type),
    type,
    size,
    width,
    height,
    url: links.of(id),
  })
  const find = async (ids: readonly string[]): Promise<FileRow[]> =>
    (
      await query<FileRow>(
        'select id, name, type, size, width, height, storage_key, created_by, collection from files where id = any($1::uuid[])',
        [ids],
      )
    ).rows

  const requireQuota = async (person: string | null, bytes: number): Promise<void> => {
    if (person === null) return
    const {
      rows: [row],
    } = await query<{ total: number | string }>(
      "select coalesce(sum(size), 0) as total from files where created_by = $1 and created_at > now() - interval '24 hours'",
      [person],
    )
    if (Number(row!.total) + bytes > maxBytesPerDay) {
      throw new Problem(
        429,
        'file_quota',
        `You may upload ${maxBytesPerDay / 1_000_000} MB a day. Try again tomorrow.`,
        { headers: { 'Retry-After': '3600' } },
      )
    }
  }

  return {
    async receive({ bytes, name, collection }, access) {
      if (bytes.byteLength > maxUploadBytes) {
        throw new Problem(
          413,
          'too_large',
          `A file may have ${maxUploadBytes / 1_000_000} MB at most.`,
        )
      }
      if (bytes.byteLength === 0) {
        throw invalid([{ path: 'file', code: 'empty', message: 'This file is empty.' }])
      }
      const kept = sniff(bytes, name)
      if (!kept) {
        throw new Problem(
          415,
          'unsupported_media_type',
          'This type of file is not accepted: send a picture (PNG, JPEG, WebP, GIF, AVIF), a PDF, CSV or plain text.',
        )
      }
      const size = kept.picture ? measured(bytes, kept.type) : undefined
      await requireQuota(access.actor.personId, bytes.byteLength)
      const stored = await store.put(slicesOf(withoutMetadata(bytes, kept.type)), {
        extension: kept.extension,
      })
      const row: FileRow = {
        id: uuidv7(),
        name: offeredName(cleanName(name), kept.type),
        type: kept.type,
        size: stored.size,
        width: size?.width ?? null,
        height: size?.height ?? null,
        storage_key: stored.key,
        created_by: access.actor.personId,
        collection: model.resources.find((r) => r.collection === collection)?.collection ?? null,
      }
      return { row, hash: stored.hash }
    },
    async enter({ row, hash }, within = query) {
      await within(
        'insert into files (id, name, type, size, width, height, hash, storage_key, created_by, collection) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        [
          row.id,
          row.name,
          row.type,
          row.size,
          row.width,
          row.height,
          hash,
          row.storage_key,
          row.created_by,
          row.collection,
        ],
      )
      return infoOf(row)
    },
    discard: ({ row }) => store.delete(row.storage_key),
    async info(ids, access) {
      const rows = await find(ids)
      const seen = await Promise.all(rows.map((row) => isFileVisible(query, model, access, row)))
      const visible = new Map(rows.filter((_, i) => seen[i]).map((row) => [row.id, infoOf(row)]))
      return [...new Set(ids)].flatMap((id) => visible.get(id) ?? [])
    },
    async content(id) {
      const [found] = await find([id])
      let row = found
      let kept = row && (await store.get(row.storage_key))
      if (row && !kept) {
        // The file was moved to another store between the two reads.
        const [now] = await find([id])
        if (now && now.storage_key !== row.storage_key) {
          row = now
          kept = await store.get(now.storage_key)
        }
      }
      return row && kept
        ? {
            stream: kept.stream,
            name: offeredName(row.name, row.type),
            type: row.type,
            size: kept.size,
          }
        : undefined
    },
  }
}
