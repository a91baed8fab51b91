/** Initials of a name: those of its first and last word. */
export const initials = (name: string): string =>
  (name.trim().match(/^\S|(?<=\s)\S(?=\S*$)/gu) ?? []).join('').toLocaleUpperCase()
