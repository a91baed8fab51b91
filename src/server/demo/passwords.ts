import { accountsWithPassword } from '../accounts/operator.ts'
import type { Query } from '../database/query.ts'
import { StartProblem } from '../base/startProblem.ts'

/** Well-known password of every demo account on a developer's own machine. */
export const DEMO_PASSWORD = 'demo-password'

/**
 * Throws `StartProblem` if the server is exposed and an account still has the demo password, naming
 * the accounts and the fix.
 */
export const refuseDemoPassword = async (
  query: Query,
  exposed: readonly string[],
): Promise<void> => {
  if (exposed.length === 0) return
  const found = await accountsWithPassword(query, DEMO_PASSWORD)
  if (found.length > 0) {
    throw new StartProblem(
      [
        `Others can reach this server (${exposed.join(', ')}), and these accounts have the demo password, which everybody knows:`,
        ...found.map((email) => `  - ${email}`),
        'The server does not start. Give each of them a random password, then start again:',
        ...found.map((email) => `  npm run accounts -- reset ${email}`),
      ].join('\n'),
    )
  }
}
