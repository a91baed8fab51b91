import { lazy as reactLazy, Suspense, type ComponentType } from 'react'
import { t } from './i18n.ts'
import { pending } from './pending.tsx'
import { retryAway } from './retryImport.ts'

/**
 * The code that was loaded, unless it is none: a file of another version need not have the part. The
 * browser keeps that file, so loading it again does not help; it is reported as a missing file is.
 */
const present = <T,>(part: T | undefined): T => {
  if (part) return part
  window.dispatchEvent(new Event('vite:preloadError'))
  throw new RangeError(t('common.newVersionText'))
}

/** As React's `lazy`; a file without the component fails to load, as a missing file does. */
export const lazy: typeof reactLazy = (load) =>
  reactLazy(async () => ({ default: present((await retryAway(load)).default) }))

const never = (): Promise<never> => new Promise(() => undefined)

/**
 * A component whose code loads when it is first rendered, or earlier by `preload` (hover or focus
 * on its button). Without code of this version it stays away: the page around it, which may hold
 * what someone typed, is not replaced by an error, while a notification offers to reload.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let started: Promise<ComponentType<P>> | undefined
  const once = () =>
    (started ??= load().catch((error: unknown) => {
      started = undefined
      throw error
    }))
  return Object.assign(
    reactLazy(async () => ({
      default: await retryAway(once).then(present).catch(never),
    })) as ComponentType<P>,
    {
      preload: () => {
        void once().catch(() => undefined)
      },
    },
  )
}

/** As `lazyPart`, in a place that stays empty until its code is loaded. */
export const quietPart = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazyPart(load)
  return Object.assign(
    (props: P) => (
      <Suspense fallback={pending}>
        <Part {...props} />
      </Suspense>
    ),
    { preload: Part.preload },
  )
}
