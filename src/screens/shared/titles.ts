import type { Included, IncludedRecord } from '#data/types.ts'

/** Merges the titles of several responses. */
export const mergeTitles = (responses: readonly { readonly included: Included }[]): Included => {
  const all: Record<string, Record<string, IncludedRecord>> = {}
  for (const { included } of responses) {
    for (const [collection, titles] of Object.entries(included)) {
      all[collection] = { ...all[collection], ...titles }
    }
  }
  return all
}
