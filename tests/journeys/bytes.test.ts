/** Bytes over the wire for the first list and the first form on a slow connection. */
import { expect } from 'vitest'
import { listAndLightForm } from '#tests/bench/web/lightForm.ts'
import {
  codeBytes,
  nothingLater,
  openList,
  signedIn,
  type Signed,
} from '#tests/bench/web/visits.ts'
import { browser, product, test } from '#tests/support/journey.ts'

let v: Signed

test.beforeAll(async () => {
  v = await signedIn(browser, product, 'admin')
  await nothingLater(v)
})

test('the first list takes at most 165 kB of scripts and styles, compressed, and nothing of Firebase', async () => {
  await openList(v.page, '/hotels')
  const first = [...v.sent]
  expect(first.filter((s) => /firebase|firestore/i.test(s.path)).map((s) => s.path)).toEqual([])
  expect(
    first
      .filter((s) => s.path.endsWith('.js') && s.bytes > 4000 && s.encoding !== 'br')
      .map((s) => s.path),
  ).toEqual([])
  expect(codeBytes(first)).toBeLessThanOrEqual(165_000)
})

test('list and form together take at most 200 kB; inputs with a list that opens come with their fields and are not in it', async () => {
  expect(await listAndLightForm(v)).toBeLessThanOrEqual(200_000)
})
