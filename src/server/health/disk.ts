import fs from 'node:fs/promises'

/** Thresholds of free space, as a share and in bytes, below which somebody should act. */
const LOW_SHARE = 0.1
const LOW_BYTES = 2_000_000_000

/** Space on a disk, in bytes; `low` warns before it is full. */
export interface Disk {
  readonly freeBytes: number
  readonly totalBytes: number
  readonly low: boolean
}

const ofDisk = async (directory: string): Promise<{ free: number; total: number }> => {
  const { bavail, blocks, bsize } = await fs.statfs(directory)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Returns the state of a directory's disk; null when it cannot be determined. */
export const diskOf = async (directory: string, look = ofDisk): Promise<Disk | null> => {
  try {
    const { free, total } = await look(directory)
    return {
      freeBytes: free,
      totalBytes: total,
      low: free < LOW_BYTES || free < LOW_SHARE * total,
    }
  } catch {
    return null
  }
}
