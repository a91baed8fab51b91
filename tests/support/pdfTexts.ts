import { inflateSync } from 'node:zlib'

interface Part {
  readonly head: string
  readonly content: string
}

const partsOf = (bytes: Uint8Array): Map<string, Part> => {
  const raw = Buffer.from(bytes).toString('latin1')
  return new Map(
    [...raw.matchAll(/(?<=^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
      const [head = '', packed] = body.split(/\nstream\n/)
      let content = ''
      try {
        content =
          packed === undefined ? '' : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
      } catch {
        /* A picture or a font. */
      }
      return [id, { head, content }]
    }),
  )
}
const fromHex = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

/**
 * Text fragments of a PDF written by pdfkit, each drawn left to right, with the name of its font.
 */
export const pdfTexts = (bytes: Uint8Array): { readonly font: string; readonly text: string }[] => {
  const parts = partsOf(bytes)
  const fonts = new Map(
    [...parts.values()]
      .flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name = '', id = '']) => {
        const head = parts.get(id)?.head ?? ''
        const letters = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
        const codes =
          letters &&
          [...parts.get(letters)!.content.matchAll(/\[([^\]]*)\]/g)].flatMap(([, row = '']) =>
            [...row.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
              fromHex(hex.replaceAll(' ', '')),
            ),
          )
        return [name, { base: /\/BaseFont \/(?:\w+\+)?([\w-]+)/.exec(head)?.[1] ?? '', codes }]
      }),
  )
  return [...parts.values()].flatMap(({ content }) => {
    let font = fonts.get('')
    return [
      ...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\s\d.-])+)\]\s*TJ/g),
    ].flatMap(([, chosen, strings]) => {
      if (chosen) font = fonts.get(chosen)
      if (!strings || !font) return []
      const hex = [...strings.matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part).join('')
      return [
        {
          font: font.base,
          text: font.codes
            ? (hex.match(/.{4}/g) ?? [])
                .map((unit) => font?.codes?.[Number.parseInt(unit, 16)] ?? '')
                .join('')
            : Buffer.from(hex, 'hex').toString('latin1'),
        },
      ]
    })
  })
}
