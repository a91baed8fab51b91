import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Tests that need their own file systems: one to cut the power of, one to fill up. */
export const mountingTests = ['tests/journeys/powerLoss.test.ts', 'tests/journeys/noRoom.test.ts']

const IMAGE_BYTES = 8 * 2 ** 20

const run = (program, ...words) =>
  execFileSync(program, words, {
    env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

/**
 * Tries to mount a file system; returns why this machine cannot, or undefined if it can.
 *
 * @returns {string | undefined}
 */
export function cannotMount() {
  if (process.getuid?.() !== 0) return 'only root may mount'
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'mounts-'))
  const [image, disk] = [path.join(place, 'image'), path.join(place, 'disk')]
  try {
    fs.mkdirSync(disk)
    fs.writeFileSync(image, '')
    fs.truncateSync(image, IMAGE_BYTES)
    run('mkfs.ext4', '-q', '-F', image)
    run('mount', '-o', 'loop', image, disk)
    run('umount', disk)
    return undefined
  } catch (error) {
    return String(error.stderr || error.message)
      .trim()
      .split('\n')[0]
  } finally {
    fs.rmSync(place, { recursive: true, force: true })
  }
}
