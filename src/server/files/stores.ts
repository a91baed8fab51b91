import { Problem } from '../problem.ts'
import type { FileStore } from './store.ts'

/** Places for files this product knows. */
export const storeNames = ['local', 's3', 'firebase'] as const
export type StoreName = (typeof storeNames)[number]

/** What people know each place as. */
export const storeLabels: Readonly<Record<StoreName, string>> = {
  local: 'the local disk',
  s3: 'the S3-compatible store',
  firebase: 'Firebase Storage',
}

interface Parts {
  /** Where new files go; one of `stores`. */
  readonly current: StoreName
  /** Every place that can be reached with what is configured. */
  readonly stores: Readonly<Partial<Record<StoreName, FileStore>>>
  /** Hears of a place that holds a file somebody wants but is not configured, once for each. */
  readonly onMissing?: (message: string) => void
}

/** The place a key belongs to, and the key there. Keys of the local disk carry no name, as all did at first. */
export const splitKey = (key: string): { readonly name: StoreName; readonly inner: string } => {
  const [, name, inner] = /^(s3|firebase):(.+)$/s.exec(key) ?? []
  return name ? { name: name as StoreName, inner: inner! } : { name: 'local', inner: key }
}

const joinKey = (name: StoreName, inner: string): string =>
  name === 'local' ? inner : `${name}:${inner}`

/**
 * One store over several places. New files go to the current one; each file's key remembers where it is, so that switching
 * a place on or off moves nothing and loses nothing. A file whose place is not configured any more is still in the record:
 * reading it is a 503 that says where it is, until that place is configured again.
 */
export const fileStores = ({ current, stores, onMissing }: Parts): FileStore => {
  const told = new Set<StoreName>()
  const place = (name: StoreName): FileStore => {
    const store = stores[name]
    if (store) return store
    if (!told.has(name)) {
      told.add(name)
      onMissing?.(
        `Somebody asked for a file that is kept in ${storeLabels[name]}, which is not configured. Such files can be read again once it is.`,
      )
    }
    throw new Problem(
      503,
      'store_not_configured',
      `This file is kept in ${storeLabels[name]}, which is not connected at present.`,
    )
  }
  return {
    async put(content, meta) {
      const kept = await place(current).put(content, meta)
      return { ...kept, key: joinKey(current, kept.key) }
    },
    get: async (key) => {
      const { name, inner } = splitKey(key)
      return place(name).get(inner)
    },
    delete: async (key) => {
      const { name, inner } = splitKey(key)
      return place(name).delete(inner)
    },
  }
}
