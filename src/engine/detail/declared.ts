/** What is declared for the pages of records; it loads with the first of them. */
import built from 'virtual:layouts'
import { pageLayoutIn, type PageLayouts } from '#model/pageLayouts.ts'
import type { ResourceModel } from '#model/types.ts'

let layouts: PageLayouts = built
// In the dev server a saved schema replaces the previous one.
import.meta.hot?.accept('virtual:layouts', (saved) => {
  if (saved) layouts = saved.default as PageLayouts
})

/** The resource with the declared layout of its page. */
export const withLayout = (resource: ResourceModel): ResourceModel => ({
  ...resource,
  detail: { ...pageLayoutIn(layouts, resource), ...resource.detail },
})
