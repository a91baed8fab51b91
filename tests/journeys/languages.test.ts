/**
 * The product in other languages: chosen, stored, read right to left; and a language of bracketed
 * texts in which any text missing from the catalogues is visible.
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { schemaLabels } from '#model/labels.ts'
import { resources } from '#schemas/index.ts'
import { languages } from '#ui/i18n.ts'
import { navIconNames } from '#ui/icons.tsx'
import { tokenOf } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { follow, still } from '#tests/support/pages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const model = compileModel(resources)

/** A signed-in person who chose a language. */
const visit = async (locale: string): Promise<BrowserContext> => {
  const token = await tokenOf(product, 'admin')
  const saved = await fetch(`${product.url}/api/me`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ locale }),
  })
  expect(saved.status).toBe(200)
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript(
    (text) => localStorage.setItem('authTokens', text),
    JSON.stringify({ token, expiresAt: '' }),
  )
  return context
}

type Texts = { [name: string]: string | Texts }
const bracketed = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, v]) => [
      name,
      typeof v === 'string' ? `⟦${v}⟧` : bracketed(v),
    ]),
  )

/** Serves the Portuguese catalogue with the English texts in brackets. */
const inBrackets = async (context: BrowserContext): Promise<void> => {
  const manifest = JSON.parse(
    readFileSync(path.join(root, 'dist/web/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>
  const en = path.join(root, 'src/ui/locales/en')
  const parts = Object.fromEntries(
    readdirSync(en)
      .filter((f) => f.endsWith('.json'))
      .map((f) => [f.slice(0, -5), JSON.parse(readFileSync(path.join(en, f), 'utf8')) as Texts]),
  )
  const catalogue = bracketed({
    ...parts,
    schema: Object.fromEntries(schemaLabels(model).map((text) => [text, text])),
  })
  await context.route(`**/${manifest['src/ui/locales/pt/index.ts']?.file}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(catalogue)}`,
    }),
  )
}

/** Visible and accessible texts of the page, without typed values and texts in brackets. */
const rawTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    // Parts combined with a bracketed text are in the same line, but not every raw text beside it
    // is.
    const take = (text: string | null) => {
      const own = (text ?? '')
        .replace(/⟦[^⟦⟧]*(?:⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
      if (/\p{L}{2}/u.test(own)) found.add(own)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (
        !node.parentElement?.closest(
          'script, style, noscript, code, pre, textarea[aria-hidden], [lang]:not(html)',
        )
      ) {
        take(node.textContent)
      }
    }
    for (const e of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (!e.closest('[aria-hidden=true]')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) take(e.getAttribute(name))
      }
    }
    return [...found]
  })

// Dates, amounts, names of countries, currencies, languages and zones come from `Intl`, in
// Portuguese here.
const months = Array.from({ length: 12 }, (_, m) =>
  ['long', 'short'].map((month) =>
    new Intl.DateTimeFormat('pt-PT', { month: month as 'long' })
      .format(new Date(2026, m, 1))
      .replace('.', ''),
  ),
)
const days = Array.from({ length: 7 }, (_, d) =>
  ['long', 'short'].map((weekday) =>
    new Intl.DateTimeFormat('pt-PT', { weekday: weekday as 'long' })
      .format(new Date(2026, 5, d + 1))
      .replace('.', ''),
  ),
)
const ofIntl = new Set(
  [...months, ...days]
    .flat()
    .flatMap((w) => w.split(/[\s-]/))
    .concat([
      'de',
      'às',
      'há',
      'dentro',
      'em',
      'ontem',
      'amanhã',
      'hoje',
      'hora',
      'horas',
      'dia',
      'dias',
      'semana',
      'semanas',
      'mês',
      'meses',
      'ano',
      'anos',
      'minuto',
      'minutos',
      'segundo',
      'segundos',
      'feira',
      'byte',
      'kB',
      'MB',
      'agora',
      'próxima',
      'próximo',
      'passado',
      'passada',
      'este',
      'esta',
      'atrás',
      'anteontem',
      'depois',
      'trás',
      'UTC',
      'CSV',
      'QR',
      'EUR',
      'USD',
      'GBP',
      'Ctrl',
      'Shift',
      'Enter',
      'Esc',
      'PostgreSQL',
      'Node',
      'mil',
      'mi',
    ]),
)
const isOfIntl = (text: string) =>
  (text.match(/\p{L}+/gu) ?? []).every(
    (w) => w.length < 2 || ofIntl.has(w) || ofIntl.has(w.toLowerCase()),
  )
// Icons are chosen by their code.
const icons = new Set(navIconNames)
// Languages are chosen by their own names.
const languageNames = new Set(
  languages.map((l) => new Intl.DisplayNames([l], { type: 'language' }).of(l)!),
)
const zones = new Set(Intl.supportedValuesOf('timeZone').map((z) => z.replace(/_/g, ' ')))
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const codesOf = {
  region: letters.flatMap((a) => letters.map((b) => a + b)),
  currency: Intl.supportedValuesOf('currency'),
  language: ['en', 'pt', 'pt-PT', 'pt-BR', 'ar', 'fr', 'de', 'es', 'it', 'nl'],
}
const intlNames = new Set(
  (['region', 'currency', 'language'] as const).flatMap((type) => {
    const names = new Intl.DisplayNames(['pt-PT'], { type })
    return codesOf[type].flatMap((c) => {
      try {
        const n = names.of(c)
        return n ? [n, `${n} (${c})`] : []
      } catch {
        return []
      }
    })
  }),
)

/** A text without line breaks, escaped ones too. */
const inOneLine = (text: string): string => text.replace(/\\n|\s+/g, ' ').replace(/ +/g, ' ')

/** Pages checked in parallel. */
const PAGES = 3

test(
  'no page shows or exposes a text that is missing from the translation catalogues',
  { timeout: 600_000 },
  async () => {
    const context = await visit('pt-PT')
    await inBrackets(context)
    const responses = new Set<string>()
    const reading = new Set<Promise<unknown>>()
    context.on('response', (r) => {
      // An event stream never ends, and shows no text itself.
      if (
        !r.url().includes('/api/') ||
        r.headers()['content-type']?.startsWith('text/event-stream')
      ) {
        return
      }
      const read = r.text().then(
        (text) => {
          try {
            responses.add(inOneLine(JSON.stringify(JSON.parse(text))))
          } catch {
            responses.add(inOneLine(text))
          }
        },
        () => undefined,
      )
      reading.add(read)
      void read.then(() => reading.delete(read))
    })
    const raw: Record<string, string[]> = {}
    const untranslated = async (page: Page): Promise<string[]> => {
      await still(page)
      const texts = await rawTexts(page)
      // Whatever is shown has been received, but this test may not have read it yet.
      await Promise.all(reading)
      const data = [...responses].join(' ')
      const known = (text: string) =>
        data.includes(JSON.stringify(text).slice(1, -1)) ||
        isOfIntl(text) ||
        intlNames.has(text) ||
        zones.has(text) ||
        /^[A-Z]{2,3}$/.test(text) ||
        icons.has(text) ||
        languageNames.has(text)
      // A postal address combines parts of several words.
      const isAddress = (text: string) =>
        /\d.*,/.test(text) &&
        text
          .split(/,\s*/)
          .every(
            (part) =>
              known(part) || (part.match(/[\p{L}\d-]+/gu) ?? []).every((w) => data.includes(w)),
          )
      // Records, people and places are data; a line may combine several.
      return texts.filter(
        (text) =>
          !known(text) &&
          !isAddress(text) &&
          !text
            .split(/\s*[,·:()/|–—…“”"•→+#]\s*|\s+-\s+|\s{2,}|\d+\s*/)
            .every((part) => !/\p{L}{2}/u.test(part) || known(part) || known(part.trim())),
      )
    }
    const look = async (page: Page, at: string) => {
      // Tabs of a page share its title.
      if (page.url() === 'about:blank' || at.includes('?')) {
        await page.goto(at, { waitUntil: 'commit' })
      } else {
        await follow(page, at)
      }
      await page.locator('main h1, main h2').first().waitFor()
      await page
        .locator('[aria-busy=true]')
        .first()
        .waitFor({ state: 'detached', timeout: 10_000 })
        .catch(() => undefined)
      // Texts visible only for a moment, or loaded a moment later, are checked again.
      for (let tries = 0; tries < 3; tries++) {
        const rest = await untranslated(page)
        if (rest.length === 0) return void delete raw[at]
        raw[at] = rest
      }
    }
    const walks = [
      ...model.resources
        .filter((x) => x.path)
        .map((r) => async (page: Page) => {
          await look(page, r.path)
          const row = await page
            .locator('tbody tr a')
            .first()
            .getAttribute('href', { timeout: 1000 })
            .catch(() => null)
          if (row?.startsWith(`${r.path}/`)) await look(page, row)
          if (!r.readOnly) await look(page, r.createPath)
        }),
      ...[
        '/dashboard',
        '/settings',
        '/settings?tab=security',
        '/settings?tab=appearance',
        '/settings?tab=organisation',
        '/settings?tab=audit',
        '/settings?tab=system',
        '/hotels/import',
      ].map((at) => (page: Page) => look(page, at)),
    ]
    await Promise.all(
      Array.from({ length: PAGES }, async () => {
        const page = await context.newPage()
        for (let walk = walks.shift(); walk; walk = walks.shift()) await walk(page)
      }),
    )
    await context.close()
    expect(raw).toEqual({})
  },
)

test('a person’s language applies wherever they sign in, Arabic right-to-left; a change in the settings is kept', async () => {
  const context = await visit('ar')
  const page = await context.newPage()
  await page.goto('/hotels')
  await page.getByRole('heading', { name: 'الفنادق' }).waitFor()
  expect(
    await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]),
  ).toEqual(['rtl', 'ar'])
  await page.goto('/order-dash')
  await page.locator('[data-card]').first().waitFor()
  // Where a Latin name is cut, its beginning stays.
  expect(
    await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('span, a, div, dd')].flatMap((el) => {
        const { textOverflow, unicodeBidi } = getComputedStyle(el)
        const text = el.textContent.trim()
        return textOverflow === 'ellipsis' && unicodeBidi !== 'plaintext' && /^[A-Z]/i.test(text)
          ? [text]
          : []
      }),
    ),
  ).toEqual([])
  // Typed on an Arabic keyboard; what the server refuses is in Arabic, too.
  await page.goto('/settings?tab=organisation')
  const limit = page.getByRole('textbox', { name: /^المبالغ المستردة فوق/ })
  await limit.fill('١.٢.٣')
  await page.getByText('أدخل رقمًا', { exact: true }).waitFor()
  expect(await limit.inputValue()).toBe('١.٢.٣')
  await limit.fill('١٬٢٣٤٫٥')
  const name = page.getByRole('textbox', { name: 'الاسم', exact: true })
  await name.fill(' ')
  const save = page.getByRole('button', { name: 'حفظ' }).first()
  await save.click()
  await page.getByText('مطلوب', { exact: true }).waitFor()
  await name.fill('Casa do Mar')
  const stored = page.waitForResponse((r) => r.url().endsWith('/api/organisation') && r.ok())
  await save.click()
  expect(await (await stored).json()).toMatchObject({ data: { refundProofAbove: 123_450 } })
  await page.goto('/settings?tab=appearance')
  await page.getByText('português', { exact: false }).first().click()
  await page.getByRole('heading', { name: 'Definições' }).first().waitFor()
  expect(
    await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]),
  ).toEqual(['ltr', 'pt-PT'])
  await page.goto('/hotels')
  await page.getByRole('heading', { name: 'Hotéis' }).waitFor()
  await page.goto('/subscription_plans')
  const plan = await page.locator('tbody tr a').first().getAttribute('href')
  await page.goto(`${plan}/edit`)
  const price = page.getByRole('textbox', { name: /^Preço/ }).first()
  await price.waitFor()
  expect(await price.inputValue()).toMatch(/^\d+,\d\d$/)
  // As it is copied from a sheet.
  await price.fill('1.234,56')
  await price.blur()
  await page.getByRole('button', { name: 'Guardar' }).first().click()
  await page
    .getByText(/^1\s?234,56\s€/)
    .first()
    .waitFor()
  await context.close()
})
