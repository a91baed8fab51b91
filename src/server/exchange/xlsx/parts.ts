/** The parts of an XLSX file, which is a ZIP archive of XML documents. */
import { say } from '#model/message.ts'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { refuseFile } from '../csvLines.ts'

/** Largest XLSX file, in bytes as sent. */
export const MAX_XLSX_BYTES = 25_000_000
/** Largest part and all parts together, decompressed; compare an import of CSV. */
const MAX_PART_BYTES = 200_000_000
const MAX_ALL_BYTES = 400_000_000
const MAX_PARTS = 2000

const UNREADABLE =
  'The file is not a readable Excel workbook. Save it as XLSX without a password and try again.'

/** Returns a 422 for a workbook that breaks a rule of its format. */
export const unreadable = () => refuseFile(UNREADABLE)

/** The parts of a workbook by name. */
export interface Parts {
  has(name: string): boolean
  /**
   * Streams a part, decompressed outside this thread. Its size is the declared one, which was
   * checked: a part that has more is refused when it exceeds it.
   * @throws 422 when there is no such part.
   */
  open(name: string): Promise<AsyncIterable<Uint8Array>>
}

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>()
  let all = 0
  for await (const entry of zip.eachEntry()) {
    all += entry.uncompressedSize
    if (entry.uncompressedSize > MAX_PART_BYTES || all > MAX_ALL_BYTES) {
      throw refuseFile(
        say('A workbook may have {{n}} MB of data at most. Save it as CSV, or split it.', {
          n: MAX_PART_BYTES / 1_000_000,
        }),
      )
    }
    if (entries.size >= MAX_PARTS) throw unreadable()
    entries.set(entry.fileName, entry)
  }
  return entries
}

/**
 * Opens a workbook: reads only its directory, and refuses it by the sizes that this declares.
 * @throws 422
 */
export const openParts = async (bytes: Uint8Array): Promise<Parts> => {
  let zip: ZipFile
  let entries: Map<string, Entry>
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      autoClose: false,
    })
    if (zip.entryCount > MAX_PARTS) throw unreadable()
    entries = await entriesOf(zip)
  } catch (error) {
    throw error instanceof Error && error.name === 'Problem' ? error : unreadable()
  }
  return {
    has: (name) => entries.has(name),
    async open(name) {
      const entry = entries.get(name)
      if (!entry || entry.isEncrypted()) throw unreadable()
      return zip.openReadStreamPromise(entry)
    },
  }
}
