import type { Page } from 'playwright-core'

/** An import of a whole file may take minutes. */
const MINUTES = 600_000

/** The result of an import as its page shows it, by label; waits for the line `last`. */
export const importResult = async (page: Page, last: string): Promise<Record<string, number>> => {
  const table = page.getByRole('table', { name: 'Result' })
  await table.getByRole('rowheader', { name: last }).waitFor({ timeout: MINUTES })
  const lines = await table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map(
        (r) =>
          [
            r.querySelector('th')?.textContent ?? '',
            r.querySelector('td')?.textContent ?? '',
          ] as const,
      ),
    )
  return Object.fromEntries(lines.map(([name, n]) => [name, Number(n.replaceAll(',', ''))]))
}
