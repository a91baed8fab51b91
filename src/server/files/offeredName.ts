import { own } from '#schemas/define/own.ts'
import { cut } from '#model/cut.ts'

/** Allowed extensions of a type; the first one is appended to a name that has none of them. */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'application/pdf': ['pdf'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
}

const maxLength = 200
/** Characters of a name that are considered. */
const maxRead = 1_000

/**
 * Returns the name under which a file is shown and downloaded: `name` with an extension of the
 * sniffed `type`, so that no operating system runs what a stranger sent (`run.bat` of type
 * text/plain becomes `run.bat.txt`). At most 200 characters.
 */
export const offeredName = (given: string, type: string): string => {
  const name = given.slice(0, maxRead)
  const fitting = own(endings, type) ?? ['bin']
  // Windows ignores trailing dots and spaces, so they must not hide the extension before them.
  let end = name.length
  while (end > 0 && /[.\s]/.test(name[end - 1]!)) end--
  const bare = name.slice(0, end) || 'file'
  const ends = fitting.some((ending) => bare.toLowerCase().endsWith(`.${ending}`))
  const ending = bare.slice(bare.lastIndexOf('.') + 1)
  const kept = ends ? bare.slice(0, -ending.length - 1) : bare
  const added = ends ? ending : fitting[0]
  return `${cut(kept, maxLength - added.length - 1) || 'file'}.${added}`
}
