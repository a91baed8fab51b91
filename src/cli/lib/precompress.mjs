import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const MIN_BYTES = 256
/** What a compressed file must save: its headers are longer. */
const WORTH_BYTES = 64
const TEXT = /\.(js|css|svg|json|webmanifest|txt|map)$/
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Writes `.br` (quality 11) and `.gz` (level 6) beside every text file that they make smaller, so
 * that the server compresses nothing at run time. Skips `index.html`, which differs with every request.
 */
export async function precompress(folder) {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && TEXT.test(entry.name))
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name)
        const bytes = await fs.readFile(file)
        if (bytes.length < MIN_BYTES) return
        const params = {
          [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        const write = async (ending, packed) => {
          if (packed.length + WORTH_BYTES > bytes.length) return
          await fs.writeFile(file + ending, packed)
        }
        await Promise.all([
          brotli(bytes, { params }).then((packed) => write('.br', packed)),
          gzip(bytes, { level: 6 }).then((packed) => write('.gz', packed)),
        ])
      }),
  )
}
