/** Only in the dev server: what happens on an open page when a schema is saved. */
import type { QueryClient } from '@tanstack/react-query'
import type { ViteHotContext } from 'vite/types/hot.js'
import type { Resources } from '#schemas/index.ts'
import { keysOf } from '#schemas/define/permissions.ts'
import { meQuery } from '#data/queries.ts'
import { provideRules } from '#data/declarations.ts'
import type { Model } from '#model/types.ts'

/** What the routes are made of: when it changes, the router of the page no longer fits. */
const addresses = ({ resources }: Model): string =>
  JSON.stringify(
    resources.map((r) => [r.entity, r.collection, r.path, r.createPath, r.appendOnly, r.label]),
  )
const keys = ({ resources }: Model): string[] => resources.flatMap((r) => keysOf(r))

/**
 * Draws the page anew, where it stands, when a saved schema has arrived (`model`, from `src/engine/resource.ts`), and
 * asks the server for its data again when the API of that schema runs (`api`, from `src/cli/dev/serveApi.ts`).
 *
 * @param draw Draws the whole page; another `turn` forgets what pages remember.
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
    // Only the API of the new schema can say who may read a new field; whoever writes it sees it
    // meanwhile.
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
