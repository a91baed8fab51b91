import { say } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Json } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import { forbidden, invalid, notFound, Problem } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { maxUploadBytes, type FileInfo, type Files, type Received } from './files.ts'
import { reserve } from './quota.ts'
import type { FileStore } from './store.ts'

/** Bytes of each chunk of an upload; the last one is shorter. */
export const uploadChunkBytes = 1_000_000
const maxOpen = 100
const keptHours = 24

/** Bucket location where a browser may put one upload directly. */
export interface DirectPlace {
  readonly path: string
  /** Custom token: a client signed in with it may write only that object. */
  readonly token: string
}

/** State of an upload. */
export interface UploadState {
  readonly id: string
  readonly size: number
  /** Bytes stored so far; the next chunk begins here. */
  readonly offset: number
  readonly chunkBytes: number
  /** Where a Firebase bucket accepts the content directly, bypassing the server. */
  readonly direct?: DirectPlace
}

/** Direct uploads to a bucket: offers them and reads what arrived. */
export interface DirectUploads {
  /** Returns undefined when direct upload is not available at present. */
  offer(upload: string, person: string): Promise<DirectPlace | undefined>
  read(upload: string, person: string): Promise<Uint8Array | undefined>
  drop(upload: string, person: string): Promise<void>
  /** Deletes objects older than `before`. */
  purge(before: Date): Promise<void>
}

/**
 * Files that arrive in chunks and can resume after an interruption; an upload belongs to its sender
 * until it is a file. Uploads of others and unknown ones are 404.
 */
export interface Uploads {
  /** Uses the transaction of `query` if given. */
  begin(
    input: { readonly name: string; readonly size: number; readonly collection?: string },
    access: Access,
    query?: Query,
  ): Promise<UploadState>
  state(id: string, access: Access): Promise<UploadState>
  /**
   * Stores the chunk that begins at `offset`. 409 `wrong_offset` with the expected offset when it
   * is not the next one, so a chunk may be sent again.
   */
  append(id: string, offset: number, chunk: Uint8Array, access: Access): Promise<UploadState>
  /**
   * Creates a file from the content: sniffed, measured and cleaned like any other. Calling it again
   * returns the same file. 409 `incomplete` before all chunks arrived.
   */
  finish(id: string, access: Access): Promise<FileInfo>
  cancel(id: string, access: Access): Promise<void>
  /** Deletes uploads that were started a day ago and never finished. */
  purge(): Promise<void>
}

interface Row {
  id: string
  created_by: string
  name: string
  size: number
  received: number
  parts: string[]
  collection: string | null
  file_id: string | null
}

const columns = 'id, created_by, name, size, received, parts, collection, file_id'
const personOf = ({ actor }: Access): string => {
  if (!actor.personId) throw forbidden()
  return actor.personId
}

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly files: Files
  readonly store: FileStore
  readonly direct?: DirectUploads | undefined
  readonly now?: () => number
}

const stateOf = ({ id, size, received }: Row): UploadState => ({
  id,
  size,
  offset: received,
  chunkBytes: uploadChunkBytes,
})

/** Returns the caller's upload; 404 for those of others. */
const mine = async ({ db }: Parts, id: string, access: Access): Promise<Row> => {
  const [row] = (
    await db.query<Row>(`select ${columns} from uploads where id = $1 and created_by = $2`, [
      id,
      personOf(access),
    ])
  ).rows
  if (!row) throw notFound('upload')
  return row
}

// Whatever cannot be deleted now is deleted by the purge.
const clear = async ({ store, direct }: Parts, row: Row): Promise<void> => {
  await Promise.allSettled([
    ...row.parts.map((key) => store.delete(key)),
    direct?.drop(row.id, row.created_by),
  ])
}

const remove = async (parts: Parts, row: Row): Promise<void> => {
  await parts.db.query('delete from uploads where id = $1', [row.id])
  await clear(parts, row)
}

/** Joins the chunks; 409 `incomplete` before all have arrived. */
const contentOf = async ({ store, direct }: Parts, row: Row): Promise<Uint8Array> => {
  if (row.received === 0) {
    const bytes = await direct?.read(row.id, row.created_by)
    if (bytes) return bytes
  }
  if (row.received < row.size) {
    throw new Problem(409, 'incomplete', 'Not all of the file has arrived yet.', {
      members: { offset: row.received },
    })
  }
  const kept = await Promise.all(
    row.parts.map(async (key) => {
      const part = await store.get(key)
      if (!part) throw notFound('upload')
      return new Uint8Array(await new Response(part.stream).arrayBuffer())
    }),
  )
  return Buffer.concat(kept)
}

const fileOf = async ({ files }: Parts, id: string, access: Access): Promise<FileInfo> => {
  const [info] = await files.info([id], access)
  if (!info) throw notFound('upload')
  return info
}

const requireSize = (size: number): void => {
  if (size > maxUploadBytes) {
    throw new Problem(
      413,
      'too_large',
      say('A file may have {{n}} MB at most.', { n: maxUploadBytes / 1_000_000 }),
    )
  }
  if (size === 0) {
    throw invalid([{ path: 'size', code: 'empty', message: 'This file is empty.' }])
  }
}

/** Refuses too many open uploads. */
const requireFewOpen = async (query: Query, person: string): Promise<void> => {
  const {
    rows: [open],
  } = await query<{ n: number }>(
    'select count(*)::int as n from uploads where created_by = $1 and file_id is null',
    [person],
  )
  if (open!.n > maxOpen) {
    throw new Problem(
      409,
      'too_many_uploads',
      say('Finish or cancel some of your {{n}} uploads first.', { n: maxOpen }),
    )
  }
}

const begin = async (
  { db, direct }: Parts,
  { name, size, collection }: Parameters<Uploads['begin']>[0],
  access: Access,
  given?: Query,
): Promise<UploadState> => {
  const person = personOf(access)
  requireSize(size)
  const id = uuidv7()
  const enter = async (query: Query) => {
    await reserve(query, { id: person, account: true }, { id, name, bytes: size, collection })
    await requireFewOpen(query, person)
  }
  await (given ? enter(given) : db.transaction(({ query }) => enter(query)))
  const place = await direct?.offer(id, person)
  return {
    id,
    size,
    offset: 0,
    chunkBytes: uploadChunkBytes,
    ...(place ? { direct: place } : {}),
  }
}

const append = async (
  parts: Parts,
  id: string,
  offset: number,
  chunk: Uint8Array,
  access: Access,
): Promise<UploadState> => {
  const { db, store } = parts
  const row = await mine(parts, id, access)
  const wrong = (at: number) =>
    new Problem(409, 'wrong_offset', 'This chunk is not the next one.', {
      members: { offset: at },
    })
  if (offset !== row.received || row.file_id) throw wrong(row.received)
  const next = Math.min(uploadChunkBytes, row.size - row.received)
  if (chunk.byteLength !== next) {
    throw invalid([
      {
        path: 'body',
        code: 'wrong_size',
        message: say('The next chunk has {{n}} bytes.', { n: next }),
      },
    ])
  }
  async function* once(): AsyncIterable<Uint8Array> {
    yield chunk
  }
  const { key } = await store.put(once(), { extension: 'part' })
  const kept = await db.query<Row>(
    `update uploads set parts = parts || $3::jsonb, received = received + $4 where id = $1 and created_by = $2 and received = $5 and file_id is null returning ${columns}`,
    [id, row.created_by, JSON.stringify([key]), chunk.byteLength, offset],
  )
  if (kept.rows[0]) return stateOf(kept.rows[0])
  await store.delete(key)
  throw wrong((await mine(parts, id, access)).received)
}

/** Turns the content into a file; removes the upload when the content is refused. */
const receive = async (parts: Parts, row: Row, access: Access): Promise<Received> => {
  const bytes = await contentOf(parts, row)
  return parts.files
    .receive(
      {
        bytes,
        name: row.name,
        reserved: Number(row.size),
        ...(row.collection ? { collection: row.collection } : {}),
      },
      access,
    )
    .catch(async (error: unknown) => {
      // A rejected upload stays rejected; a store that is unavailable may accept it later.
      if (error instanceof Problem && error.status < 500) await remove(parts, row)
      throw error
    })
}

/** Creates the file's record; undefined when another request did so first. */
const enter = async (
  { db, files }: Parts,
  { id }: Row,
  received: Received,
): Promise<FileInfo | undefined> =>
  db
    .transaction(async ({ query }) => {
      const won = await query(
        'update uploads set file_id = $2, parts = $3::jsonb where id = $1 and file_id is null',
        [id, received.row.id, '[]' satisfies Json],
      )
      return won.rowCount === 1 ? files.enter(received, query) : undefined
    })
    .catch(async (error: unknown) => {
      await files.discard(received)
      throw error
    })

const finish = async (parts: Parts, id: string, access: Access): Promise<FileInfo> => {
  const row = await mine(parts, id, access)
  if (row.file_id) return fileOf(parts, row.file_id, access)
  const received = await receive(parts, row, access)
  const info = await enter(parts, row, received)
  if (info) {
    await clear(parts, row)
    return info
  }
  await parts.files.discard(received)
  return fileOf(parts, (await mine(parts, id, access)).file_id!, access)
}

const purge = async (parts: Parts): Promise<void> => {
  const { db, direct, now = Date.now } = parts
  const before = new Date(now() - keptHours * 3_600_000)
  const gone = await db.query<Row>(
    `delete from uploads where created_at < $1 returning ${columns}`,
    [before],
  )
  for (const row of gone.rows) await clear(parts, row)
  await direct?.purge(before)
}

/**
 * Chunked uploads, in the store that also keeps the files; `direct` if browsers may upload straight
 * to a bucket.
 */
export const createUploads = (parts: Parts): Uploads => ({
  begin: (input, access, query) => begin(parts, input, access, query),
  state: async (id, access) => stateOf(await mine(parts, id, access)),
  append: (id, offset, chunk, access) => append(parts, id, offset, chunk, access),
  finish: (id, access) => finish(parts, id, access),
  // A file created from it no longer belongs to an upload.
  cancel: async (id, access) => remove(parts, await mine(parts, id, access)),
  purge: () => purge(parts),
})
