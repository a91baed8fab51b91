/** A promise that a test resolves itself: `Promise.withResolvers`, which Node.js 20 lacks. */
export const deferred = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
