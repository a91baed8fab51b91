/**
 * Real power loss: the product runs on its own ext4 file system, in a file behind a loop device.
 * The ioctl `EXT4_IOC_SHUTDOWN` without flushing stops that file system at once: content and names
 * not yet synced to disk are lost, as when the plug is pulled. Then everything is killed, the file
 * system is checked and mounted, and the product is started on it again.
 *
 * It does not simulate torn pages, nor disks that falsely report completed writes.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPid } from '#server/database/embedded/process.ts'
import { bare, damage, nothing, signIn, startLoad, type Damage } from './load.ts'
import { startProduct, type Product } from './product.ts'

/** What a control does not sync to disk. */
export type Careless = 'commits' | 'uploads'

export type Outcome = Damage & {
  readonly records: number
  readonly files: number
  /** True when the installation's secret is unchanged. */
  readonly sameSecret: boolean
}

const NEEDED = ['mkfs.ext4', 'fsck.ext4', 'mount', 'umount', 'losetup', 'perl']
const IMAGE_BYTES = 600 * 2 ** 20
const MIN_LOAD_MS = 3000

/** Without flushing the journal: `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`. */
const CUT =
  'open(F, "<", $ARGV[0]) or die $!; $how = pack("L", 2); ioctl(F, 0x8004587D, $how) or die $!'

/** What this machine lacks to simulate a power loss; empty when it is possible. */
export function missing(): string[] {
  const programs = NEEDED.filter(
    (name) => spawnSync('sh', ['-c', `PATH=$PATH:/sbin:/usr/sbin command -v ${name}`]).status !== 0,
  )
  const devices = fs.existsSync('/dev/loop-control') ? [] : ['loop devices']
  return [...(process.getuid?.() === 0 ? [] : ['root']), ...devices, ...programs]
}

const run = (program: string, ...words: string[]): void => {
  execFileSync(program, words, {
    env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function unmount(place: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return run('umount', place)
    } catch (error) {
      // Killed processes release it a moment later.
      if (tries === 200) throw error
      await sleep(50)
    }
  }
}

const checked = (image: string): void => {
  // 1: errors were corrected, which the journal of an interrupted file system needs.
  const { status, stderr } = spawnSync('/sbin/fsck.ext4', ['-p', image], { encoding: 'utf8' })
  if (status !== 0 && status !== 1) throw new Error(`fsck.ext4 -p: ${status} ${stderr}`)
}

/**
 * Loads the product in `place`, an empty directory, with records and uploads, cuts the power, and
 * returns which acknowledged writes were lost.
 */
export async function losePower(place: string, careless?: Careless): Promise<Outcome> {
  const image = path.join(place, 'image')
  const disk = path.join(place, 'disk')
  const dataDir = path.join(disk, 'data')
  const files = path.join(dataDir, 'database')
  fs.mkdirSync(disk)
  fs.closeSync(fs.openSync(image, 'w'))
  fs.truncateSync(image, IMAGE_BYTES)
  run('mkfs.ext4', '-q', '-F', image)
  run('mount', '-o', 'loop', image, disk)
  const env = {
    ...bare,
    ...(careless === 'uploads'
      ? { NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'noSync.mjs'))}` }
      : {}),
  }
  let product: Product | undefined
  let postgres: number | undefined
  const start = async (given: Record<string, string>): Promise<Product> => {
    product = await startProduct({ dataDir, env: given })
    postgres = readPid(files)!.pid
    return product
  }
  /** Kills everything that runs on the disk, and unmounts it. */
  const clear = async (): Promise<void> => {
    await product?.stop({ signal: 'SIGKILL', keep: true })
    if (postgres && fs.existsSync(`/proc/${postgres}`)) process.kill(postgres, 'SIGKILL')
    await unmount(disk)
  }
  try {
    const kept = nothing()
    // Setup is always synced: only later writes may be lost.
    let running = await start(bare)
    const secret = fs.readFileSync(path.join(dataDir, 'secret'), 'utf8')
    if (careless) {
      await running.stop({ keep: true })
      // The loss must affect what the product wrote, not its setup.
      if (careless === 'commits') {
        fs.appendFileSync(
          path.join(files, 'postgresql.conf'),
          'synchronous_commit = off\nwal_writer_delay = 10s\n',
          { flush: true },
        )
      }
      running = await start(env)
    }
    const load = startLoad(running, await signIn(running), kept, { uploaders: 4 })
    await Promise.all([load.more(300), sleep(MIN_LOAD_MS)])
    run('perl', '-e', CUT, disk)
    const ending = load.stop()
    await clear()
    await ending
    checked(image)
    run('mount', '-o', 'loop', image, disk)
    running = await start(bare)
    const found = await damage(dataDir, kept)
    await running.stop({ keep: true })
    return {
      ...found,
      records: kept.records.size,
      files: kept.files.size,
      sameSecret: fs.readFileSync(path.join(dataDir, 'secret'), 'utf8') === secret,
    }
  } finally {
    await clear()
  }
}
