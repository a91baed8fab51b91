import type { Included } from './types.ts'

/** The related records of several pages of a list, together. */
export const mergeIncluded = (pages: readonly { readonly included: Included }[]): Included => {
  const merged: Record<string, Included[string]> = {}
  for (const { included } of pages) {
    for (const [collection, records] of Object.entries(included)) {
      merged[collection] = { ...merged[collection], ...records }
    }
  }
  return merged
}
