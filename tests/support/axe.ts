import axe, { type AxeResults } from 'axe-core'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { eventually } from './pages.ts'

/**
 * axe findings on the current page: rule, element and reason, one line each. All rules are on,
 * including target size.
 */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // Through the debugger, so that the page keeps its content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const results = (await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    }),
  )) as AxeResults
  return results.violations.flatMap((v) =>
    v.nodes.map(
      (n) =>
        `${v.id} at ${n.target.join(' ')}: ${(n.failureSummary ?? v.help).replace(/\s+/g, ' ')}`,
    ),
  )
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
const modeOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))

/**
 * Expects no axe findings in either theme (`themes` 1: only in the current one), then restores the
 * theme.
 */
export const expectAccessible = async (
  page: Page,
  place: string,
  themes: 1 | 2 = 2,
): Promise<void> => {
  const findings: string[] = []
  for (let i = 0; i < themes; i++) {
    const mode = await modeOf(page)
    findings.push(...(await axeFindings(page)).map((f) => `${mode}: ${f}`))
    if (themes === 1) break
    await toggle(page)
    await eventually(() => modeOf(page)).not.toBe(mode)
  }
  expect(findings, `${place}\n${findings.join('\n')}`).toEqual([])
}
