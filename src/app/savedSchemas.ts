/** Dev server only: updates an open page when a schema is saved. */
import type { QueryClient } from '@tanstack/react-query'
import type { ViteHotContext } from 'vite/types/hot.js'
import type { Resources } from '#schemas/index.ts'
import { keysOf } from '#schemas/define/permissions.ts'
import { meQuery } from '#data/queries.ts'
import { provideRules } from '#data/declarations.ts'
import type { Model } from '#model/types.ts'

/** The inputs of the routes: when they change, the page's router is outdated. */
const addresses = ({ resources }: Model): string =>
  JSON.stringify(
    resources.map((r) => [r.entity, r.collection, r.path, r.createPath, r.appendOnly, r.label]),
  )
const keys = ({ resources }: Model): string[] => resources.flatMap((r) => keysOf(r))

/**
 * Renders the page again in place when a saved schema has arrived (`model`, from
 * `src/engine/resource.ts`), and refetches the server's data when the API of that schema runs
 * (`api`, from `src/cli/dev/serveApi.ts`).
 *
 * @param draw Renders the whole page; a new `turn` resets what pages remember.
 */
export const drawSavedSchemas = ({
  hot,
  queryClient,
  draw,
}: {
  readonly hot: ViteHotContext
  readonly queryClient: QueryClient
  readonly draw: (turn: number) => void
}): void => {
  let turn = 0
  window.addEventListener('model', (event) => {
    const { before, model } = (event as CustomEvent<{ before: Model; model: Model }>).detail
    if (addresses(before) !== addresses(model)) return location.reload()
    const rules = `/schemas/index.ts?t=${Date.now()}`
    provideRules(() =>
      import(/* @vite-ignore */ rules).then((m: { resources: Resources }) => m.resources),
    )
    // Only the API of the new schema knows who may read a new field; its author sees it meanwhile.
    const known = new Set(keys(before))
    const added = keys(model).filter((key) => !known.has(key))
    queryClient.setQueryData(
      meQuery().queryKey,
      (me) => me && { ...me, permissions: [...me.permissions, ...added] },
    )
    draw(++turn)
  })
  hot.on('api', () => void queryClient.invalidateQueries())
}
