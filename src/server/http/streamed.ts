/** Streams bytes as a response body, read no faster than the client takes them. */
export const streamed = (bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}
