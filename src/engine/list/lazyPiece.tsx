import { lazy, type ComponentType } from 'react'

/** A piece whose code comes when it is first drawn, or earlier by `preload` (pointer over its button, focus on it). */
export const lazyPiece = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let started: Promise<ComponentType<P>> | undefined
  const once = () =>
    (started ??= load().catch((error: unknown) => {
      started = undefined
      throw error
    }))
  return Object.assign(
    lazy(async () => ({ default: await once() })) as unknown as ComponentType<P>,
    {
      preload: () => {
        void once().catch(() => undefined)
      },
    },
  )
}
