/**
 * Files that survive a loss of power. What these functions promise holds when they return: the bytes are on the disk, and so
 * is every name on the way to them. A name lives in its directory, which is a file of its own to be synced.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>

/** Systems without a way to sync a directory (Windows) refuse to open one; every other failure is thrown. */
const UNSUPPORTED = new Set(process.platform === 'win32' ? ['EPERM', 'EISDIR', 'EACCES'] : [])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Forces the content of a file, or the names in a directory, to the disk. */
export async function sync(place: string): Promise<void> {
  try {
    const handle = await fs.open(place, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!UNSUPPORTED.has(codeOf(error))) throw error
  }
}

/** Directories whose names this process has seen on the disk, or waits for. */
const synced = new Map<string, Promise<void>>()

async function syncAbove(directory: string, top: string): Promise<void> {
  for (let at = directory; at !== top;) {
    at = path.dirname(at)
    await sync(at)
  }
}

/** Makes a directory and those above it that are missing, private to this user. */
export async function makeDirectory(directory: string): Promise<void> {
  const whole = path.resolve(directory)
  const first = await fs.mkdir(whole, { recursive: true, mode: 0o700 })
  // Another call, or a process that was killed, may have made it and not synced it yet.
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

/** How names of files begin that are still being written. */
const DRAFT = '.incoming-'

/**
 * Removes what writes that were killed left in a directory and below it: drafts that nobody wrote to since `before`. Returns how many.
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

/** Moves a file that was written beside its place to that place, replacing what is there. */
export async function moveDurably(draft: string, file: string): Promise<void> {
  await sync(draft)
  await fs.rename(draft, file)
  await sync(path.dirname(file))
}

/**
 * Writes a file whole or not at all, and makes its directory. Returns false when there is one of that name that must not be
 * replaced, which then is on the disk too. Leaves nothing behind when the content breaks off or the disk is full.
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
    // `write` may keep only a part where the disk fills up; `writeFile` continues or fails.
    for await (const piece of content) await handle.writeFile(piece)
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

/** A link is made whole or not at all, and never replaces what another process made first. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await fs.link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
