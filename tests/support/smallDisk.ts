import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** A small file system mounted over a directory. */
export interface SmallDisk {
  /** Fills it up to the given free megabytes. */
  leave(mb: number): void
  unmount(): void
}

/** Mounts a file system of `mb` megabytes over `place`; requires root. */
export const smallDisk = (place: string, mb: number): SmallDisk => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', place])
  const filler = path.join(place, 'filler')
  return {
    leave(left) {
      fs.rmSync(filler, { force: true })
      const { bavail, bsize } = fs.statfsSync(place)
      const bytes = bavail * bsize - left * 2 ** 20
      if (bytes <= 0) return
      try {
        fs.writeFileSync(filler, Buffer.alloc(bytes, 1))
      } catch (error) {
        // Others write too; then it is full just as well.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    unmount: () => void execFileSync('umount', [place]),
  }
}
