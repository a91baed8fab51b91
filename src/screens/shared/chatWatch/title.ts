/** The number of conversations with something new, in front of a document's title. Pure. */
export const plainTitle = (title: string): string => title.replace(/^\(\d+\) /, '')
export const countedTitle = (title: string, count: number): string =>
  count ? `(${count}) ${plainTitle(title)}` : plainTitle(title)
