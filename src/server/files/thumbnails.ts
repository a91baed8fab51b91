import type { Query } from '../database/query.ts'
import { Problem } from '../base/problem.ts'
import { slicesOf } from './chunks.ts'
import { needsNoThumbnail, thumbnailOf } from './pictures.ts'
import type { FileStore } from './store.ts'

/** What is known of a file when its thumbnail is requested. */
export interface Pictured {
  readonly id: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly storage_key: string
  /** Null: not made yet; empty: none, the picture itself is small. */
  readonly thumbnail_key: string | null
}

/** The content type of all thumbnails. */
export const THUMBNAIL_TYPE = 'image/webp'

/** Stores a thumbnail beside its picture; null if that fails, so that it is made later. */
export const storeThumbnail = async (
  store: FileStore,
  thumbnail: Uint8Array | undefined,
): Promise<string | null> => {
  if (!thumbnail) return ''
  const stored = await store.put(slicesOf(thumbnail), { extension: 'webp' }).catch(() => undefined)
  return stored?.key ?? null
}

/** Makes and reads the thumbnails of stored pictures. */
export const createThumbnails = ({
  query,
  store,
}: {
  readonly query: Query
  readonly store: FileStore
}) => {
  /** Runs of this process, by file: many lists may ask for the same picture. */
  const making = new Map<string, Promise<string>>()

  const made = async (file: Pictured): Promise<Uint8Array | undefined> => {
    const kept = await store.get(file.storage_key)
    if (!kept) return undefined
    const bytes = new Uint8Array(await new Response(kept.stream).arrayBuffer())
    try {
      return await thumbnailOf(bytes)
    } catch (error) {
      // An old picture that cannot be read is shown as it is.
      if (error instanceof Problem && error.status < 500) return undefined
      throw error
    }
  }

  const make = async (file: Pictured): Promise<string> => {
    const key = await storeThumbnail(store, await made(file))
    if (key === null) return ''
    const { rowCount } = await query(
      'update files set thumbnail_key = $2 where id = $1 and thumbnail_key is null',
      [file.id, key],
    )
    if (rowCount === 1 || !key) return key
    // Another process was quicker, or the file was deleted.
    await store.delete(key)
    const {
      rows: [now],
    } = await query<{ key: string | null }>(
      'select thumbnail_key as key from files where id = $1',
      [file.id],
    )
    return now?.key ?? ''
  }

  return {
    /** Returns the key of a picture's thumbnail, made now if need be; empty for none. */
    keyOf(file: Pictured): Promise<string> {
      if (file.thumbnail_key !== null) return Promise.resolve(file.thumbnail_key)
      if (!file.type.startsWith('image/') || needsNoThumbnail(file)) return Promise.resolve('')
      const running = making.get(file.id) ?? make(file).finally(() => making.delete(file.id))
      making.set(file.id, running)
      return running
    },
    /** True if the picture has a thumbnail of its own, or will have one. */
    has: (file: Pictured): boolean =>
      file.type.startsWith('image/') && file.thumbnail_key !== '' && !needsNoThumbnail(file),
  }
}
