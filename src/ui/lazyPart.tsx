import { lazy, type ComponentType } from 'react'

/**
 * A component whose code loads when it is first rendered, or earlier by `preload` (hover or focus
 * on its button).
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let started: Promise<ComponentType<P>> | undefined
  const once = () =>
    (started ??= load().catch((error: unknown) => {
      started = undefined
      throw error
    }))
  return Object.assign(lazy(async () => ({ default: await once() })) as ComponentType<P>, {
    preload: () => {
      void once().catch(() => undefined)
    },
  })
}
