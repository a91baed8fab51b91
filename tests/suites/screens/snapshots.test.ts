import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'

const folder = path.join(import.meta.dirname, '__snapshots__')

test('no snapshot is left of an entity that is gone', () => {
  const entities = new Set(['shell', ...Object.keys(resources)])
  const left = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => !entities.has(file.split('.')[0]!))
  // `npm run generate` takes them away.
  if (expect.getState().snapshotState.snapshotUpdateState === 'all') for (const file of left) rmSync(path.join(folder, file))
  else expect(left).toEqual([])
})
