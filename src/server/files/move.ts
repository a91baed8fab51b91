/** Moves stored files from one file store to another. */
import { createHash } from 'node:crypto'
import type { Query } from '../database/query.ts'
import { Problem } from '../base/problem.ts'
import type { FileStore } from './store.ts'
import { fileStores, splitKey, storeNames, type StoreName } from './stores.ts'

interface Row {
  id: string
  name: string
  size: number
  hash: string
  storage_key: string
  thumbnail_key: string | null
}

/** Progress; `bytes` is the size of the moved files. */
export interface Moved {
  readonly files: number
  readonly bytes: number
}
/** A file that was not moved, and why. */
export interface Stayed {
  readonly id: string
  readonly name: string
  readonly why: string
}
/**
 * What a move would do, or did. `broken`: why it ended early. `uploads`: unfinished uploads with
 * parts elsewhere; they end within a day.
 */
export interface MoveReport {
  readonly total: Moved
  readonly moved: Moved
  readonly stayed: readonly Stayed[]
  readonly uploads: number
  readonly broken?: string
}

interface Parts {
  readonly query: Query
  /** Every reachable store. */
  readonly stores: Readonly<Partial<Record<StoreName, FileStore>>>
  readonly to: StoreName
  /** Only counts. */
  readonly dryRun?: boolean
  readonly onProgress?: (moved: Moved, total: Moved) => void
}

/** Number of files moved concurrently. */
const ABREAST = 4
const PAGE = 200

// Keys of the local disk have no store prefix.
const elsewhereIn = (column: string, to: StoreName): string =>
  to === 'local'
    ? `(${storeNames
        .filter((one) => one !== 'local')
        .map((one) => `${column} like '${one}:%'`)
        .join(' or ')})`
    : `${column} not like '${to}:%'`

/** Rows of files, or of thumbnails, that are stored elsewhere. */
const elsewhere = (to: StoreName): string =>
  `(${elsewhereIn('storage_key', to)} or (thumbnail_key <> '' and ${elsewhereIn('thumbnail_key', to)}))`

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const hashOf = async (store: FileStore, key: string): Promise<string | undefined> => {
  const kept = await store.get(key)
  if (!kept) return undefined
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(kept.stream)) hash.update(chunk)
  return hash.digest('hex')
}

/** Copies content to the new store and reads it back; returns its key there, or why it failed. */
const copied = async (
  store: FileStore,
  old: string,
  hash?: string,
): Promise<{ readonly key: string } | string> => {
  const kept = await store.get(old)
  if (!kept) return 'its content is not where its record says'
  const copy = await store.put(chunksOf(kept.stream), {
    extension: /\.([a-z0-9]{1,8})$/.exec(old)?.[1] ?? 'bin',
  })
  const drop = async (why: string): Promise<string> => {
    await store.delete(copy.key)
    return why
  }
  if (hash !== undefined && copy.hash !== hash) {
    return drop('its content is not what was uploaded (another SHA-256)')
  }
  if ((await hashOf(store, copy.key)) !== copy.hash) {
    return drop('the copy did not come back as it was sent')
  }
  return copy
}

/**
 * Moves one file; returns why it stayed, or undefined. The record changes only after the copy was
 * read back and matches its hash.
 */
const moveOne = async (
  { query }: Parts,
  store: FileStore,
  { id, hash, storage_key: old }: Row,
): Promise<string | undefined> => {
  const copy = await copied(store, old, hash)
  if (typeof copy === 'string') return copy
  const { rowCount } = await query(
    'update files set storage_key = $3 where id = $1 and storage_key = $2',
    [id, old, copy.key],
  )
  // If this fails, a copy remains that nothing refers to. Without a row, the file was deleted or
  // moved by another run in the meantime.
  if (rowCount === 1) await store.delete(old).catch(() => undefined)
  else await store.delete(copy.key)
  return undefined
}

/** Moves a thumbnail; one that cannot be moved is forgotten, and made again when it is shown. */
const moveThumbnail = async (
  { query }: Parts,
  store: FileStore,
  { id, thumbnail_key: old }: Row,
): Promise<void> => {
  if (!old) return
  const copy = await copied(store, old).catch(() => undefined)
  const key = typeof copy === 'object' ? copy.key : null
  const { rowCount } = await query(
    'update files set thumbnail_key = $3 where id = $1 and thumbnail_key = $2',
    [id, old, key],
  )
  if (rowCount === 1) await store.delete(old).catch(() => undefined)
  else if (key) await store.delete(key)
}

const isIn = (key: string, to: StoreName): boolean => splitKey(key).name === to

const moveBoth = async (parts: Parts, store: FileStore, row: Row): Promise<string | undefined> => {
  const why = isIn(row.storage_key, parts.to) ? undefined : await moveOne(parts, store, row)
  if (why === undefined && row.thumbnail_key && !isIn(row.thumbnail_key, parts.to)) {
    await moveThumbnail(parts, store, row)
  }
  return why
}

/**
 * Moves every file that is stored elsewhere to `to`. The file records decide what is left to do, so
 * a run that was interrupted is resumed by the next one; a killed run leaves at most some copies
 * that nothing refers to. A file that cannot be moved stays where it is and is reported.
 */
export const moveFiles = async (parts: Parts): Promise<MoveReport> => {
  const { query, stores, to, dryRun = false, onProgress } = parts
  const store = fileStores({ current: to, stores })
  const {
    rows: [sum],
  } = await query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from files where ${elsewhere(to)}`,
  )
  const {
    rows: [open],
  } = await query<{ n: number }>(
    `select count(*)::int as n from uploads where file_id is null and exists (select 1 from jsonb_array_elements_text(parts) part where ${elsewhereIn('part', to)})`,
  )
  const total: Moved = { files: sum!.files, bytes: sum!.bytes }
  const stayed: Stayed[] = []
  let moved: Moved = { files: 0, bytes: 0 }
  let broken: string | undefined
  const report = (): MoveReport => ({
    total,
    moved,
    stayed,
    uploads: open!.n,
    ...(broken === undefined ? {} : { broken }),
  })
  if (dryRun) return report()
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await query<Row>(
      `select id, name, size, hash, storage_key, thumbnail_key from files where id > $1 and ${elsewhere(to)} order by id limit ${PAGE}`,
      [after],
    )
    if (!rows.length || broken !== undefined) return report()
    after = rows.at(-1)!.id
    const queue = [...rows]
    const worker = async (): Promise<void> => {
      for (let row = queue.shift(); row && broken === undefined; row = queue.shift()) {
        const why = await moveBoth(parts, store, row).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          // A store that is unavailable for one file is unavailable for all.
          if (error instanceof Problem && error.code === 'store_unavailable') broken = message
          return message
        })
        if (why) stayed.push({ id: row.id, name: row.name, why })
        else moved = { files: moved.files + 1, bytes: moved.bytes + Number(row.size) }
        onProgress?.(moved, total)
      }
    }
    await Promise.all(Array.from({ length: ABREAST }, worker))
  }
}

/** Counts the files of an installation and their total size, by store. */
export const whereFilesLie = async (query: Query): Promise<Partial<Record<StoreName, Moved>>> => {
  const { rows } = await query<{ place: string; files: number; bytes: number }>(
    "select coalesce(substring(storage_key from '^(s3|firebase):'), 'local') as place, count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from files group by 1",
  )
  return Object.fromEntries(
    rows.map(({ place, files, bytes }) => [splitKey(`${place}:x`).name, { files, bytes }]),
  )
}
