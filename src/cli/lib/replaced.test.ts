import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bringBack, setAside } from './replaced.mjs'

const DAY_MS = 24 * 60 * 60 * 1000
const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'replaced-'))
const assets = path.join(dist, 'web/assets')
afterAll(() => fs.rmSync(dist, { recursive: true }))

/** Builds these files on a day; returns what is served afterwards. */
const build = (day: number, files: readonly string[], succeeds = true): string[] => {
  setAside(dist)
  fs.rmSync(path.join(dist, 'web'), { recursive: true, force: true })
  fs.mkdirSync(assets, { recursive: true })
  for (const file of files) fs.writeFileSync(path.join(assets, file), `${file} of day ${day}`)
  if (succeeds) bringBack(dist, day * DAY_MS)
  return fs.readdirSync(assets).sort()
}

test('files of builds that were replaced are served for a week', () => {
  expect(build(0, ['list-a.js', 'form-a.js'])).toEqual(['form-a.js', 'list-a.js'])
  // A build may be current for longer than a week before it is replaced.
  expect(build(20, ['list-b.js', 'form-a.js'])).toEqual(['form-a.js', 'list-a.js', 'list-b.js'])
  expect(fs.readFileSync(path.join(assets, 'form-a.js'), 'utf8')).toBe('form-a.js of day 20')
  build(21, ['broken.js'], false)
  expect(build(26, ['list-c.js'])).toEqual(['form-a.js', 'list-a.js', 'list-b.js', 'list-c.js'])
  expect(build(28, ['list-c.js'])).toEqual(['form-a.js', 'list-b.js', 'list-c.js'])
  expect(build(34, ['list-c.js'])).toEqual(['list-c.js'])
})
