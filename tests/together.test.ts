import { expect, test } from 'vitest'
import { alters, together } from '#tests/support/together.mjs'

test('test files without global side effects share a process; others run in their own', () => {
  const shared = together()
  expect(shared).toContain('src/model/urlQuery.test.ts')
  expect(shared).not.toContain('tests/suites/screens/full.test.ts')
  expect(shared).not.toContain('src/server/events/tail.test.ts')
  expect(shared.filter((file) => /^tests\/(firebase|journeys)\/|\.tsx$/.test(file))).toEqual([])
})

test.each([
  ['/** @vitest-environment jsdom */', true],
  ["import '#tests/support/dom.ts'", true],
  ["vi.mock('./mailer.ts')", true],
  ['vi.useFakeTimers()', true],
  ["process.env.TZ = 'UTC'", true],
  ['globalThis.fetch = offline', true],
  ["vi.fn(() => 'x')", false],
  ["expect(await api.call('GET', '/api/me')).toEqual({})", false],
])('%s', (text, altered) => {
  expect(alters(text)).toBe(altered)
})
