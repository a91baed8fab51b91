import { Problem } from '../base/problem.ts'
import type { FileStore } from './store.ts'

/** Supported file stores. */
export const storeNames = ['local', 's3', 'firebase'] as const
export type StoreName = (typeof storeNames)[number]

/** Display names of the stores. */
export const storeLabels: Readonly<Record<StoreName, string>> = {
  local: 'the local disk',
  s3: 'the S3-compatible store',
  firebase: 'Firebase Storage',
}

interface Parts {
  /** Store of new files; one of `stores`. */
  readonly current: StoreName
  /** Every store that is configured and reachable. */
  readonly stores: Readonly<Partial<Record<StoreName, FileStore>>>
  /** Called once for each store that holds a requested file but is not configured. */
  readonly onMissing?: (message: string) => void
}

/**
 * Returns the store a key belongs to, and the key there. Keys of the local disk have no prefix, as
 * originally none had.
 */
export const splitKey = (key: string): { readonly name: StoreName; readonly inner: string } => {
  const [, name, inner] = /^(s3|firebase):(.+)$/s.exec(key) ?? []
  return name ? { name: name as StoreName, inner: inner! } : { name: 'local', inner: key }
}

const joinKey = (name: StoreName, inner: string): string =>
  name === 'local' ? inner : `${name}:${inner}`

const away: Readonly<Record<StoreName, string>> = {
  local: 'This file is kept in the local disk, which is not connected at present.',
  s3: 'This file is kept in the S3-compatible store, which is not connected at present.',
  firebase: 'This file is kept in Firebase Storage, which is not connected at present.',
}

/**
 * Combines several stores into one. New files go to the current one; each file's key contains its
 * store, so switching a store on or off neither moves nor loses anything. A file whose store is no
 * longer configured keeps its record: reading it is a 503 that names the store, until that store is
 * configured again.
 */
export const fileStores = ({ current, stores, onMissing }: Parts): FileStore => {
  const reported = new Set<StoreName>()
  const place = (name: StoreName): FileStore => {
    const store = stores[name]
    if (store) return store
    if (!reported.has(name)) {
      reported.add(name)
      onMissing?.(
        `A requested file is kept in ${storeLabels[name]}, which is not configured. Such files can be read again once it is.`,
      )
    }
    throw new Problem(503, 'store_not_configured', away[name])
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
