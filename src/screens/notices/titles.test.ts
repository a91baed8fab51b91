import { afterAll, expect, test } from 'vitest'
import type { Notice } from '#data/inbox.ts'
import { inside, say } from '#model/message.ts'
import { startI18n, t } from '#ui/i18n.ts'
import { bodyOf, titleOf } from './titles.ts'

afterAll(() => startI18n('en'))

const notice = (more: Partial<Notice>): Notice => ({
  id: '1',
  type: 'import_finished',
  title: 'The import of hotels is finished',
  body: '1200 created, 3 updated, 0 refused',
  messages: {
    title: say('The import of {{many}} is finished', { many: inside('Hotels') }),
    body: say('{{created}} created, {{updated}} updated, {{refused}} refused', {
      created: 1200,
      updated: 3,
      refused: 0,
    }),
  },
  link: null,
  times: 1,
  at: '2026-11-27T10:00:00Z',
  quiet: false,
  readAt: null,
  ...more,
})

test('translates a notification with its numbers and labels', async () => {
  await startI18n('pt')
  expect(titleOf(notice({}), t)).toBe('A importação de Hotéis terminou')
  expect(bodyOf(notice({}))).toMatch(/^1[\s ]?200 criados, 3 atualizados, 0 recusados$/)
})

test('shows announcements as written, and a default title for a notification without texts', async () => {
  await startI18n('pt')
  const written = notice({ type: 'announcement', title: 'Required', body: '{{a}}', messages: null })
  expect([titleOf(written, t), bodyOf(written)]).toEqual(['Required', '{{a}}'])
  expect(titleOf(notice({ title: null, body: null, messages: null }), t)).toBe(
    'Uma importação terminou',
  )
})
