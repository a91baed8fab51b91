import type { Model } from '#model/types.ts'
import { accountsWithPassword, removePassword } from '../accounts/operator.ts'
import { DEMO_PASSWORD } from '../base/demoPassword.ts'
import { StartProblem } from '../base/startProblem.ts'
import type { Query } from '../database/query.ts'
import { peopleModel, standingOf } from '../permissions/people.ts'

/**
 * Throws `StartProblem` if the server is exposed and the account of an active person still has the
 * demo password, naming the accounts and the fix. Anybody may have registered the accounts of other
 * people: those lose the password and do not keep the server from starting.
 */
export const refuseDemoPassword = async (
  query: Query,
  model: Model,
  exposed: readonly string[],
): Promise<void> => {
  if (exposed.length === 0) return
  const people = peopleModel(model)
  const all = await accountsWithPassword(query, people, DEMO_PASSWORD)
  const isActive = ({ state }: { readonly state: string | null }): boolean =>
    state !== null && standingOf(people, state) === 'active'
  await removePassword(
    query,
    all.filter((account) => !isActive(account)).map(({ id }) => id),
  )
  const found = all.filter(isActive).map(({ email }) => email)
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
