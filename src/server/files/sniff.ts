/**
 * A supported file type. `inline` files may be shown in the page; all others can only be
 * downloaded.
 */
export interface FileType {
  readonly type: string
  readonly extension: string
  readonly inline: boolean
  readonly picture: boolean
}

const picture = (type: string, extension: string): FileType => ({
  type,
  extension,
  inline: true,
  picture: true,
})
const png = picture('image/png', 'png')
const jpeg = picture('image/jpeg', 'jpg')
const webp = picture('image/webp', 'webp')
const gif = picture('image/gif', 'gif')
const avif = picture('image/avif', 'avif')
const pdf: FileType = { type: 'application/pdf', extension: 'pdf', inline: false, picture: false }
const csv: FileType = { type: 'text/csv', extension: 'csv', inline: false, picture: false }
const plain: FileType = { type: 'text/plain', extension: 'txt', inline: false, picture: false }

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

const isText = (bytes: Uint8Array): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // eslint-disable-next-line no-control-regex
    return text.length > 0 && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}

// Text that a browser might run, whatever its name.
const active = /<\s*(?:!doctype|html|svg|script|iframe|body|head|\?xml)/i

/**
 * Detects the type of a file from its content; the name decides only between kinds of plain text.
 * Undefined for unsupported types: SVG, HTML and anything unknown.
 */
export const sniff = (bytes: Uint8Array, name: string): FileType | undefined => {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return png
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return jpeg
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return webp
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return gif
  if (ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 32))) return avif
  if (ascii(bytes, 0, 5) === '%PDF-') return pdf
  if (!isText(bytes) || active.test(ascii(bytes, 0, 1024))) return undefined
  return /\.csv$/i.test(name) ? csv : plain
}
