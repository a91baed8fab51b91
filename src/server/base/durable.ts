/**
 * File operations that survive a power loss. When these functions return, the bytes are on the disk
 * and so is every directory entry leading to them. A directory is a file of its own that has to be
 * synced.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>

/** Error codes of systems that cannot sync a directory (Windows); every other failure is thrown. */
const UNSUPPORTED = new Set(process.platform === 'win32' ? ['EPERM', 'EISDIR', 'EACCES'] : [])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Flushes a file's content, or a directory's entries, to the disk. */
export async function sync(place: string): Promise<void> {
  try {
    const handle = await fs.open(place, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!UNSUPPORTED.has(codeOf(error))) throw error
  }
}

/** Directories whose entries this process has synced or is syncing. */
const synced = new Map<string, Promise<void>>()

async function syncAbove(directory: string, top: string): Promise<void> {
  for (let at = directory; at !== top;) {
    at = path.dirname(at)
    await sync(at)
  }
}

/** Creates a directory and its missing parents, private to this user. */
export async function makeDirectory(directory: string): Promise<void> {
  const whole = path.resolve(directory)
  const first = await fs.mkdir(whole, { recursive: true, mode: 0o700 })
  // Another call, or a process that was killed, may have created it without syncing it.
  const known = first ? undefined : synced.get(whole)
  const done = known ?? syncAbove(whole, path.dirname(first ?? whole))
  synced.set(whole, done)
  try {
    await done
  } catch (error) {
    synced.delete(whole)
    throw error
  }
}

/** Name prefix of files that are still being written. */
const DRAFT = '.incoming-'

/**
 * Removes drafts left by killed writes in a directory and below it: those not written to since
 * `before`. Returns how many.
 */
export async function sweepDrafts(directory: string, before: Date): Promise<number> {
  let swept = 0
  const entries = await fs.readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const place = path.join(directory, entry.name)
    if (entry.isDirectory()) swept += await sweepDrafts(place, before)
    else if (entry.isFile() && entry.name.startsWith(DRAFT)) {
      const found = await fs.stat(place).catch(() => undefined)
      if (!found || found.mtime >= before) continue
      await fs.rm(place, { force: true })
      swept++
    }
  }
  return swept
}

/** Moves a file to its final path in the same directory, replacing what is there. */
export async function moveDurably(draft: string, file: string): Promise<void> {
  await sync(draft)
  await fs.rename(draft, file)
  await sync(path.dirname(file))
}

/**
 * Writes a file completely or not at all, creating its directory. Returns false when a file of that
 * name exists and must not be replaced; that file is then synced too. Leaves nothing behind when
 * the content ends early or the disk is full.
 */
export async function writeDurably(
  file: string,
  content: Content,
  { replace = true }: { readonly replace?: boolean } = {},
): Promise<boolean> {
  const directory = path.dirname(file)
  await makeDirectory(directory)
  const draft = path.join(directory, `${DRAFT}${randomUUID()}`)
  const handle = await fs.open(draft, 'wx', 0o600)
  let kept = true
  try {
    // `write` may write only a part when the disk fills up; `writeFile` continues or fails.
    for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
    await handle.close()
    if (replace) await fs.rename(draft, file)
    else kept = await linked(draft, file)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await fs.rm(draft, { force: true })
    throw error
  }
  if (!replace) await fs.rm(draft, { force: true })
  await sync(directory)
  return kept
}

/** A link is atomic and never replaces a file that another process created first. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await fs.link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
