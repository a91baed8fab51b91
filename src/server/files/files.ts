import { say } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import { invalid, Problem } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { slicesOf } from './chunks.ts'
import { keysOf } from './forget.ts'
import type { FileLinks } from './links.ts'
import { offeredName } from './offeredName.ts'
import { cleanPicture } from './pictures.ts'
import { release, reserve, type Owner } from './quota.ts'
import { sniff } from './sniff.ts'
import type { FileStore } from './store.ts'
import { isFileVisible } from '../permissions/visibleFiles.ts'
import { createThumbnails, storeThumbnail, THUMBNAIL_TYPE } from './thumbnails.ts'

/** Maximum upload in bytes. */
export const maxUploadBytes = 25_000_000

/**
 * File info sent to clients. `url` and `thumbnail` work for some minutes, without a token; `width`
 * and `height` in pixels. Those of pictures are null for other files.
 */
export interface FileInfo {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly url: string
  /** At most 480 pixels wide and high; `url` itself for a small picture. */
  readonly thumbnail: string | null
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
  thumbnail_key: string | null
}

/** Stored content that is not a file yet. */
export interface Received {
  readonly row: FileRow
  readonly hash: string
  readonly sender: string | undefined
  /** What reserves its bytes until it is a file. */
  readonly reserved: string | undefined
}

/** The bytes of a file, and how they are offered. */
export interface FileContent {
  readonly stream: ReadableStream<Uint8Array>
  readonly name: string
  readonly type: string
  readonly size: number
}

/** An upload: its content, the name it had, and the collection it is meant for. */
interface Upload {
  readonly bytes: Uint8Array
  readonly name: string
  readonly collection?: string
  /** Person without an account who sends it: its bytes count towards their daily limit. */
  readonly sender?: string
  /** Bytes reserved already: those of an upload in chunks. */
  readonly reserved?: number
}

/** Uploaded files: which are accepted, who may see them, and their content. */
export interface Files {
  /**
   * Stores an upload's content after cleaning it, and the thumbnail of a picture. 413 beyond the
   * limits, 415 for an unsupported type, 422 for a broken picture, 429 beyond the daily limit. It
   * becomes a file once entered; until then, or until discarded, its bytes are reserved.
   */
  receive(input: Upload, access: Access): Promise<Received>
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
  content(id: string): Promise<FileContent | undefined>
  /**
   * Returns the thumbnail for such a link, made now for a picture that has none yet; the picture
   * itself where it is small or cannot be read, undefined for other files.
   */
  thumbnail(id: string): Promise<FileContent | undefined>
}

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly model: Model
  readonly store: FileStore
  readonly links: FileLinks
}

// Names are displayed and offered for download, so control characters and path parts are removed.
const cleanName = (name: string): string =>
  (name.slice(-1_000).split(/[\\/]/).at(-1) ?? '')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
    .trim()

const requireBytes = ({ byteLength }: Uint8Array): void => {
  if (byteLength > maxUploadBytes) {
    throw new Problem(
      413,
      'too_large',
      say('A file may have {{n}} MB at most.', { n: maxUploadBytes / 1_000_000 }),
    )
  }
  if (byteLength === 0) {
    throw invalid([{ path: 'file', code: 'empty', message: 'This file is empty.' }])
  }
}

const columns =
  'id, name, type, size, width, height, storage_key, created_by, collection, thumbnail_key'

/** Undefined for files that the system itself creates: they have no limit. */
const ownerOf = (person: string | null, sender: string | undefined): Owner | undefined => {
  if (person !== null) return { id: person, account: true }
  return sender === undefined ? undefined : { id: sender, account: false }
}

/** Reserves bytes of one upload beyond those it has reserved already; `id` once it did. */
const reservationOf = (
  { db }: Parts,
  { name, sender, reserved = 0 }: Upload,
  person: string | null,
) => {
  const id = uuidv7()
  const owner = ownerOf(person, sender)
  let held = false
  return {
    get id() {
      return held ? id : undefined
    },
    async hold(total: number): Promise<void> {
      const bytes = total - reserved
      if (!owner || bytes <= 0) return
      await db.transaction(({ query }) =>
        reserve(query, owner, { id, name: cleanName(name), bytes }),
      )
      held = true
    },
    release: async () => (held ? release(db.query, id) : undefined),
  }
}

/** Stores the content; `Files.receive` says what is refused. */
const receive = async (parts: Parts, upload: Upload, access: Access): Promise<Received> => {
  const { model, store } = parts
  const { bytes, name, collection, sender } = upload
  requireBytes(bytes)
  const kept = await sniff(bytes, name)
  if (!kept) {
    throw new Problem(
      415,
      'unsupported_media_type',
      'This type of file is not accepted: send a picture (PNG, JPEG, WebP, GIF, AVIF), a PDF, CSV or plain text.',
    )
  }
  const person = access.actor.personId
  const reservation = reservationOf(parts, upload, person)
  await reservation.hold(bytes.byteLength)
  try {
    const picture = kept.picture ? await cleanPicture(bytes, kept.type) : undefined
    const content = picture?.bytes ?? bytes
    // A picture may have more bytes once it is encoded again.
    if (content.byteLength > bytes.byteLength) await reservation.hold(content.byteLength)
    const stored = await store.put(slicesOf(content), { extension: kept.extension })
    const row: FileRow = {
      id: uuidv7(),
      name: offeredName(cleanName(name), kept.type),
      type: kept.type,
      size: stored.size,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      storage_key: stored.key,
      created_by: person,
      collection: model.resources.find((r) => r.collection === collection)?.collection ?? null,
      thumbnail_key: picture ? await storeThumbnail(store, picture.thumbnail) : null,
    }
    return { row, hash: stored.hash, sender, reserved: reservation.id }
  } catch (error) {
    await reservation.release()
    throw error
  }
}

/** Its bytes count as those of a file from now on. */
const insertFile = async (
  query: Query,
  { row, hash, sender, reserved }: Received,
): Promise<void> => {
  await query(
    `with counted as (delete from uploads where id = $13) insert into files (${columns}, hash, sender) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.name,
      row.type,
      row.size,
      row.width,
      row.height,
      row.storage_key,
      row.created_by,
      row.collection,
      row.thumbnail_key,
      hash,
      sender ?? null,
      reserved ?? null,
    ],
  )
}

/** Files in a store, with their metadata in the table `files`. */
export const createFiles = (parts: Parts): Files => {
  const { db, model, store, links } = parts
  const { query } = db
  const thumbnails = createThumbnails({ query, store })
  const infoOf = (row: FileRow): FileInfo => {
    const { id, name, type, size, width, height } = row
    const url = links.of(id)
    const small = thumbnails.has(row) ? links.thumbnail(id) : url
    return {
      id,
      name: offeredName(name, type),
      type,
      size,
      width,
      height,
      url,
      thumbnail: type.startsWith('image/') ? small : null,
    }
  }
  const find = async (ids: readonly string[]): Promise<FileRow[]> =>
    (await query<FileRow>(`select ${columns} from files where id = any($1::uuid[])`, [ids])).rows

  const contentOf = async (row: FileRow): Promise<FileContent | undefined> => {
    const kept = await store.get(row.storage_key)
    return kept && { ...kept, name: offeredName(row.name, row.type), type: row.type }
  }

  const content: Files['content'] = async (id) => {
    const [row] = await find([id])
    const kept = row && (await contentOf(row))
    if (!row || kept) return kept
    // The file was moved to another store between the two reads.
    const [now] = await find([id])
    return now && now.storage_key !== row.storage_key ? contentOf(now) : undefined
  }

  return {
    content,
    receive: (input, access) => receive(parts, input, access),
    async enter(received, within = query) {
      await insertFile(within, received)
      return infoOf(received.row)
    },
    async discard({ row, reserved }) {
      for (const key of keysOf([row])) await store.delete(key)
      if (reserved) await release(query, reserved)
    },
    async info(ids, access) {
      const rows = await find(ids)
      const seen = await Promise.all(rows.map((row) => isFileVisible(query, model, access, row)))
      const visible = new Map(rows.filter((_, i) => seen[i]).map((row) => [row.id, infoOf(row)]))
      return [...new Set(ids)].flatMap((id) => visible.get(id) ?? [])
    },
    async thumbnail(id) {
      const [row] = await find([id])
      if (!row?.type.startsWith('image/')) return undefined
      const key = await thumbnails.keyOf(row)
      // A thumbnail that is lost, or in a store that is away, is no reason to show nothing.
      const kept = key ? await store.get(key).catch(() => undefined) : undefined
      return kept
        ? { ...kept, name: offeredName(row.name, THUMBNAIL_TYPE), type: THUMBNAIL_TYPE }
        : content(id)
    },
  }
}
