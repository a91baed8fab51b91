import path from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { englishTexts } from '../../src/cli/build/texts.ts'
import { eventually } from './pages.ts'

/** Rules whose result depends on colours; all others judge markup, texts and sizes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const textKeys: ReadonlySet<string> = new Set(
  englishTexts(path.resolve(import.meta.dirname, '../../src/ui/locales/en')).keys(),
)

/** Keys of the catalogue that the page shows instead of their texts. Code may name permissions. */
const shownKeys = async (page: Page): Promise<string[]> => {
  const words = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('code, script, style')) texts.push(node.textContent ?? '')
    }
    return texts
  })
  return words.filter((text) => textKeys.has(text.trim())).map((key) => `${key} has no text here`)
}

/** Marks on a map are where their records are; the rule about the room between targets exempts them. */
const isPlaced = (rule: string, html: string): boolean =>
  rule === 'target-size' && html.includes(' data-mark=')

/**
 * axe findings on the current page, and keys shown instead of texts: one line each. All rules are on,
 * including target size; `colours`: only those whose result depends on colours.
 */
export const axeFindings = async (page: Page, colours = false): Promise<string[]> => {
  // Through the debugger, so that the page keeps its content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const results = (await page.evaluate(
    (only) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(only
          ? { runOnly: { type: 'rule', values: only } }
          : { rules: { 'target-size': { enabled: true } } }),
      }),
    colours ? OF_COLOURS : undefined,
  )) as AxeResults
  const findings = results.violations.flatMap((v) =>
    v.nodes
      .filter(({ html }) => !isPlaced(v.id, html))
      .map(
        (n) =>
          `${v.id} at ${n.target.join(' ')}: ${(n.failureSummary ?? v.help).replace(/\s+/g, ' ')}`,
      ),
  )
  return colours ? findings : [...findings, ...(await shownKeys(page))]
}

/** Switches the theme and waits for the end of the colour transition. */
const toggle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    window.toggleThemeMode?.()
    await frame()
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((a) => a instanceof CSSTransition)
        .map((a) => a.finished),
    )
    await frame()
  })

/**
 * What the rules that ignore colours judge: attributes, texts, places and sizes of all elements.
 * Icons are one box each, since the theme's own button changes its icon.
 */
const shapeOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const lines = [document.title]
    const add = (element: Element): void => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const icon = element instanceof SVGElement
      const attributes = icon ? [] : [...element.attributes].map((a) => `${a.name}=${a.value}`)
      lines.push([element.tagName, x, y, width, height, ...attributes].join(' '))
      if (icon) return
      for (const child of element.childNodes) {
        if (child instanceof Element) add(child)
        else lines.push(child.textContent ?? '')
      }
    }
    add(document.body)
    return lines.join('\n')
  })

const modeOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))

/**
 * Expects no axe findings in either theme (`themes` 1: only in the current one), then restores the
 * theme. Waits for tables that reload first, since their rows are dimmed. The second theme repeats
 * the rules that ignore colours only if it changes more than colours.
 */
export const expectAccessible = async (
  page: Page,
  place: string,
  themes: 1 | 2 = 2,
): Promise<void> => {
  await eventually(() => page.locator('table[aria-busy=true]').count()).toBe(0)
  const findings: string[] = []
  let judged: string | undefined
  for (let i = 0; i < themes; i++) {
    const mode = await modeOf(page)
    const shape = themes === 1 ? undefined : await shapeOf(page)
    const sameShape = shape !== undefined && shape === judged
    findings.push(...(await axeFindings(page, sameShape)).map((f) => `${mode}: ${f}`))
    judged = shape
    if (themes === 1) break
    await toggle(page)
    await eventually(() => modeOf(page)).not.toBe(mode)
  }
  expect(findings, `${place}\n${findings.join('\n')}`).toEqual([])
}
