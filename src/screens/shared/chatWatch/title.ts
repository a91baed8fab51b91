/** Number of conversations with unread messages, at the start of a document's title. Pure. */
export const plainTitle = (title: string): string => title.replace(/^\(\d+\) /, '')
export const countedTitle = (title: string, count: number): string =>
  count ? `(${count}) ${plainTitle(title)}` : plainTitle(title)
