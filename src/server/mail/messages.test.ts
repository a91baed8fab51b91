import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { acceptedLanguage, languageTo, rememberLanguage } from '../texts/language.ts'
import { messages } from './messages.ts'

const ann = { email: 'ann@example.com', name: 'Ann <b>' }

describe('the language of a mail', () => {
  test('is the person’s choice, else the browser’s language, else English', async () => {
    const app = new Hono()
      .use('*', rememberLanguage)
      .get('/:locale?', (c) => c.text(languageTo(c.req.param('locale'))))
    const ask = async (path: string, accepts?: string) =>
      (await app.request(path, accepts ? { headers: { 'Accept-Language': accepts } } : {})).text()
    expect(await ask('/ar', 'pt')).toBe('ar')
    expect(await ask('/', 'fr-FR, pt-BR;q=0.8, en;q=0.7')).toBe('pt')
    expect(await ask('/fr', 'de')).toBe('en')
    expect(await ask('/')).toBe('en')
  })
  test('follows the weights in the Accept-Language header', () => {
    expect(acceptedLanguage('en;q=0.5, ar')).toBe('ar')
    expect(acceptedLanguage('ar;q=0, en;q=0.1')).toBe('en')
    expect(acceptedLanguage('*')).toBeUndefined()
  })
})

test('Arabic mail is right-to-left, Portuguese mail is translated, and names are escaped', () => {
  expect(messages.resetPassword({ ...ann, locale: 'ar' }, 'https://x.example/r').html).toContain(
    '<html lang="ar" dir="rtl">',
  )
  const portuguese = messages.invitation({ ...ann, locale: 'pt-PT' }, 'https://x.example/i', 'Bob')
  expect(portuguese).toMatchObject({
    subject: 'Recebeu um convite',
    text: expect.stringContaining('Olá Ann <b>,'),
  })
  expect(portuguese.html).toContain('Ann &lt;b&gt;')
  expect(messages.invitation(ann, 'https://x.example/i', null).text).toContain(
    'You are invited to the back-office.',
  )
  expect(messages.verifyEmail(ann, 'https://x.example/v')).toMatchObject({
    to: 'ann@example.com',
    subject: 'Confirm your e-mail address',
  })
})
