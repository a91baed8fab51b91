import type { Plugin } from 'vite'

type Stroke = [tag: string, attributes: Readonly<Record<string, string>>]

const isPlain = ([tag, attributes]: Stroke): boolean =>
  tag === 'path' && Object.keys(attributes).every((name) => name === 'd' || name === 'key')

/**
 * Strokes of an icon, with neighbours that have no attributes of their own as one path. Every stroke
 * of Tabler's begins at an absolute place (`M`), so it can follow another one.
 */
export const asOnePath = (strokes: readonly Stroke[]): Stroke[] =>
  strokes.reduce<Stroke[]>((merged, stroke) => {
    const before = merged.at(-1)
    return before && isPlain(before) && isPlain(stroke)
      ? [...merged.slice(0, -1), ['path', { ...before[1], d: `${before[1].d}${stroke[1].d}` }]]
      : [...merged, stroke]
  }, [])

/** Module of an icon that draws it with as few elements as it can. */
export const withOnePath = (code: string): string =>
  code.replace(/(?<=const __iconNode = )\[.*\](?=;)/, (strokes) =>
    JSON.stringify(asOnePath(JSON.parse(strokes) as Stroke[])),
  )

/** A list has seventy icons, whose strokes were a fifth of its elements. */
export const iconsPlugin = (): Plugin => ({
  name: 'icons',
  apply: 'build',
  transform: {
    filter: { id: /\/@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+\.mjs$/ },
    handler: (code) => ({ code: withOnePath(code), map: null }),
  },
})
