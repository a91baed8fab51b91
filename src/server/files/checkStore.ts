import type { FileStore } from './store.ts'

const TEXT = 'Is this place there?'

/** Writes a small file, reads it and deletes it. Throws when one of these fails. */
export const checkStore = async (store: FileStore): Promise<void> => {
  const { key } = await store.put(
    (async function* () {
      yield new TextEncoder().encode(TEXT)
    })(),
    { extension: 'txt' },
  )
  try {
    const kept = await store.get(key)
    if (!kept || (await new Response(kept.stream).text()) !== TEXT) {
      throw new Error('A file that was just kept could not be read.')
    }
  } finally {
    await store.delete(key)
  }
}
