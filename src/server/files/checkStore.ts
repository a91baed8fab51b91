import type { FileStore } from './store.ts'

const TEXT = 'Check of the file store'

/** Writes a small file, reads it and deletes it. Throws when one of these fails. */
export const checkStore = async (store: FileStore): Promise<void> => {
  const { key } = await store.put(
    (async function* () {
      yield new TextEncoder().encode(TEXT)
    })(),
    { extension: 'txt' },
  )
  try {
    const stored = await store.get(key)
    if (!stored || (await new Response(stored.stream).text()) !== TEXT) {
      throw new Error('A file that was just stored could not be read.')
    }
  } finally {
    await store.delete(key)
  }
}
