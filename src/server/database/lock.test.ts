import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseInUse } from './errors.ts'
import { lockDirectory } from './lock.ts'
import { thisProcess } from './processIdentity.ts'

let scratch: string
let directory: string
let children: ChildProcess[] = []
beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-test-'))
  directory = path.join(scratch, 'database')
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(scratch, { recursive: true, force: true })
})

/** A process that tries to lock; `says` is its first line: `held` or the error message. */
async function other(
  then: 'stay' | 'exit' = 'stay',
): Promise<{ child: ChildProcess; says: string }> {
  const code = `import('${path.join(import.meta.dirname, 'lock.ts')}').then(({ lockDirectory }) => {
    try { lockDirectory(process.argv[1]); console.log('held') } catch (error) { console.log(error.name + ': ' + error.message) }
    ${then === 'stay' ? 'setInterval(() => {}, 1000)' : 'process.exit(0)'} })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', code, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: process.cwd(),
  })
  children.push(child)
  let text = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.includes('\n')) resolve()
    })
    child.once('exit', () => resolve())
  })
  return { child, says: text.trim() }
}

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

describe('the lock of a data directory', () => {
  test('refuses a second process and names the first', async () => {
    const first = await other()
    expect(first.says).toBe('held')
    const second = await other()
    expect(second.says).toContain(
      `DatabaseInUse: The data directory is in use by process ${first.child.pid} `,
    )
    expect(() => lockDirectory(directory)).toThrow(`process ${first.child.pid} `)
  })

  test('refuses a second lock by the same process until the first is released', () => {
    const release = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DatabaseInUse)
    release()
    lockDirectory(directory)()
    expect(fs.readdirSync(scratch)).toEqual([])
  })

  test('is released when its process exits, and can be replaced when it was killed', async () => {
    const { child } = await other('exit')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    expect(fs.readdirSync(scratch)).toEqual([])
    const { child: victim } = await other()
    await killed(victim)
    expect(fs.readdirSync(scratch)).toEqual(['database.lock'])
    lockDirectory(directory)()
  })

  test('does not mistake another process with the same id for the holder', () => {
    fs.writeFileSync(
      `${directory}.lock`,
      JSON.stringify({ ...thisProcess(), start: '1', nonce: 'x' }),
    )
    const release = lockDirectory(directory)
    expect(JSON.parse(fs.readFileSync(`${directory}.lock`, 'utf8'))).toMatchObject(thisProcess())
    expect(() => lockDirectory(directory)).toThrow(DatabaseInUse)
    release()
    expect(fs.readdirSync(scratch)).toEqual([])
  })

  test('treats a zombie process as dead', async () => {
    // The shell starts a holder, becomes a program that never waits for it, and kills it: a zombie
    // remains.
    const keeper = spawn('sh', ['-c', 'sleep 300 & echo $!; exec sleep 300'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(keeper)
    const pid = await new Promise<number>((resolve) =>
      keeper.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    )
    const stat = (): string[] =>
      fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    fs.writeFileSync(
      `${directory}.lock`,
      JSON.stringify({ ...thisProcess(), pid, start: stat()[19], nonce: 'x' }),
    )
    expect(() => lockDirectory(directory)).toThrow(`process ${pid} `)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => stat()[0]).toBe('Z')
    lockDirectory(directory)()
  })

  test('trusts the heartbeat of a holder on another host until it stops', () => {
    const file = `${directory}.lock`
    fs.writeFileSync(file, JSON.stringify({ ...thisProcess(), host: 'elsewhere', nonce: 'x' }))
    expect(() => lockDirectory(directory)).toThrow('on elsewhere')
    const old = new Date(Date.now() - 60_000)
    fs.utimesSync(file, old, old)
    lockDirectory(directory)()
  })

  test('lets exactly one of several processes replace a stale lock', async () => {
    for (let round = 0; round < 3; round++) {
      fs.writeFileSync(
        `${directory}.lock`,
        JSON.stringify({ ...thisProcess(), start: '1', nonce: `dead ${round}` }),
      )
      const all = await Promise.all(Array.from({ length: 6 }, () => other()))
      expect(all.filter(({ says }) => says === 'held')).toHaveLength(1)
      await Promise.all(all.map(({ child }) => killed(child)))
    }
  })
})
