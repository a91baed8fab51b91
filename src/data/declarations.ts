import type { AnyResource } from '#schemas/define/resource.ts'

type Declarations = Readonly<Record<string, AnyResource>>
let load: (() => Promise<Declarations>) | undefined

/**
 * Registers the loader of the entities' Zod rules; called once by the composition root, so that
 * they load with the first form.
 */
export const provideRules = (loader: () => Promise<Declarations>): void => {
  load = loader
}

/** The declarations, by entity. */
export const declarationsOf = (): Promise<Declarations> => {
  if (!load) throw new Error('Forms need provideRules() to be called by the composition root.')
  return load()
}
