import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileTypeFromBuffer } from 'file-type'

/** A supported file type. */
export interface FileType {
  readonly type: string
  readonly extension: string
  readonly picture: boolean
}

const accepted: ReadonlyMap<string, FileType> = new Map(
  [
    { type: 'image/png', extension: 'png', picture: true },
    { type: 'image/jpeg', extension: 'jpg', picture: true },
    { type: 'image/webp', extension: 'webp', picture: true },
    { type: 'image/gif', extension: 'gif', picture: true },
    { type: 'image/avif', extension: 'avif', picture: true },
    { type: 'application/pdf', extension: 'pdf', picture: false },
  ].map((one) => [one.type, one]),
)
/** Types that are read as an accepted one: an animated PNG shows its first frame. */
const readAs: ReadonlyMap<string, string> = new Map([
  ['image/apng', 'image/png'],
  // Some encoders announce AVIF as its family only; the decoder refuses the others of it.
  ['image/heif', 'image/avif'],
])
/** How a PNG begins: one whose chunks are broken is a broken picture, not an unknown type. */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const csv: FileType = { type: 'text/csv', extension: 'csv', picture: false }
const plain: FileType = { type: 'text/plain', extension: 'txt', picture: false }

/** Bytes that tell the type; more of them only cost time. */
const HEAD_BYTES = 4_100
const SLICE_BYTES = 500_000

// Text that a browser might run, whatever its name.
const active = /<\s*(?:!doctype|html|svg|script|iframe|body|head|\?xml)/i
// eslint-disable-next-line no-control-regex
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

/** True for UTF-8 without control characters; reads in slices, so that others can continue. */
const isText = async (bytes: Uint8Array): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const text = decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true })
      if (control.test(text)) return false
      await nextTurn()
    }
    decoder.decode()
    return bytes.length > 0
  } catch {
    return false
  }
}

/**
 * Detects the type of a file from its content; the name decides only between kinds of plain text.
 * Undefined for unsupported types: SVG, HTML and anything unknown.
 */
export const sniff = async (bytes: Uint8Array, name: string): Promise<FileType | undefined> => {
  const head = bytes.subarray(0, HEAD_BYTES)
  const found =
    (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ??
    (PNG.equals(head.subarray(0, 8)) ? 'image/png' : undefined)
  const known = found && accepted.get(readAs.get(found) ?? found)
  if (known) return known
  // A text may begin with the letters of another type, such as BM of a bitmap.
  if (active.test(Buffer.from(head.subarray(0, 1024)).toString('latin1'))) return undefined
  if (!(await isText(bytes))) return undefined
  return /\.csv$/i.test(name) ? csv : plain
}
