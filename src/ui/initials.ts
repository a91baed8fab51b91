/** Initials of a name: those of its first and last word. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return (words.length > 1 ? [words[0], words.at(-1)] : words)
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
