import { createReadStream } from 'node:fs'

/**
 * The bytes of a file, read no faster than they are taken; a reader may stop at any time.
 * `Readable.toWeb` must not be used: a chunk that arrives after its stream was cancelled ends the
 * process.
 */
export const fileStream = (path: string): ReadableStream<Uint8Array> => {
  const file = createReadStream(path)
  const chunks: AsyncIterator<Uint8Array> = file[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        file.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
