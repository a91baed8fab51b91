const MARKS = /\p{M}+/gu

/**
 * Normalises text for search: decomposed, without combining marks, lower-case. `fold('Café')` is
 * `cafe`. The `search` column and the typed text use the same function.
 */
export const fold = (text: string): string => text.normalize('NFD').replace(MARKS, '').toLowerCase()

/**
 * Separates the folded values in the `search` column, so that no match spans two fields and each
 * value can be identified.
 */
export const SEARCH_SEPARATOR = '\x1f'

/**
 * Content of the `search` column: the folded values of `list.search`, in that order; empty where a
 * value is missing.
 */
export const searchText = (values: readonly (string | null | undefined)[]): string =>
  values.map((value) => fold(value ?? '').replaceAll(SEARCH_SEPARATOR, ' ')).join(SEARCH_SEPARATOR)
