/** What is declared for the pages of records; it loads with the first of them. */
import built from 'virtual:layouts'
import type { Layouts } from '#model/compact.ts'
import type { ResourceModel } from '#model/types.ts'

let layouts: Layouts = built
// In the dev server a saved schema replaces the previous one.
import.meta.hot?.accept('virtual:layouts', (saved) => {
  if (saved) layouts = saved.default as Layouts
})

/** The resource with the declared layout of its page. */
export const withLayout = (resource: ResourceModel): ResourceModel => ({
  ...resource,
  detail: { ...layouts[resource.collection], ...resource.detail },
})
