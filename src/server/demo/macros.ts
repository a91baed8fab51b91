import { builtInRole } from '../rules/userRole/builtin.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

interface Draft {
  readonly title: string
  readonly shortcut: string
  readonly body: string | null
  readonly setState?: string
  readonly setPriority?: string
  readonly addTags?: readonly string[]
  readonly mine?: true
  readonly active?: false
}

const drafts: readonly Draft[] = [
  {
    title: 'We are looking into it',
    shortcut: 'looking',
    body: 'Thank you for writing to us. We are looking into it and will come back to you within one working day.',
    setState: 'open',
  },
  {
    title: 'Ask for the booking reference',
    shortcut: 'reference',
    body: 'Could you please send us the reference of your booking? It starts with “BK-” and stands at the top of your confirmation.',
    setState: 'pending',
    addTags: ['waiting-for-customer'],
  },
  {
    title: 'Ask for a screenshot',
    shortcut: 'screenshot',
    body: 'A picture of what you see would help us to find the cause. You can simply attach it to your answer.',
    setState: 'pending',
    addTags: ['waiting-for-customer'],
  },
  {
    title: 'Refund is on its way',
    shortcut: 'refund',
    body: 'Your refund has left our account today. Banks take up to ten working days until it shows on a statement; you need not do anything.',
    setState: 'solved',
    addTags: ['refund'],
  },
  {
    title: 'Dates changed and confirmed',
    shortcut: 'dates',
    body: 'Your booking has been moved to the new dates. The new confirmation is in your inbox; the old one is no longer needed.',
    setState: 'solved',
    addTags: ['dates'],
  },
  {
    title: 'Hand over to finance',
    shortcut: 'finance',
    body: 'I have passed your question on to our colleagues who take care of payments. They will write to you here.',
    setState: 'open',
    setPriority: 'high',
    addTags: ['finance'],
    mine: true,
  },
  {
    title: 'Apologise for a vendor who did not come',
    shortcut: 'no-show',
    body: 'We are very sorry that nobody came. We have reached the company and will propose a new time to you today. The first hour of the new visit is free of charge.',
    setState: 'open',
    setPriority: 'urgent',
    addTags: ['no-show', 'vendor'],
  },
  {
    title: 'Anything else?',
    shortcut: 'else',
    body: 'Is there anything else we can do for you? If not, there is nothing more to do: the ticket closes by itself in a week. Simply answer to open it again.',
    setState: 'solved',
  },
  {
    title: 'Close as spam',
    shortcut: 'spam',
    body: null,
    setState: 'solved',
    setPriority: 'low',
    addTags: ['spam'],
  },
  {
    title: 'Travel restrictions of last winter',
    shortcut: 'restrictions',
    body: 'Because of the current restrictions your booking can be moved once free of charge.',
    addTags: ['restrictions'],
    active: false,
  },
]

/** Creates the agents' canned replies. */
export const makeMacros = (
  random: Random,
  employees: readonly (SeedRow & { readonly state?: unknown; readonly roles?: unknown })[],
): SeedRow[] => {
  const agent = employees.find(
    (e) =>
      e.state === 'active' &&
      !e.vendor &&
      (e.roles as string[] | undefined)?.includes(builtInRole('finance').id),
  )
  return drafts.map(
    ({
      title,
      shortcut,
      body,
      setState = null,
      setPriority = null,
      addTags = [],
      mine,
      active = true,
    }) => {
      const createdAt = random.ago(320, 180)
      return {
        id: random.id(createdAt),
        createdAt,
        title,
        shortcut,
        body,
        setState,
        setPriority,
        addTags,
        assignee: mine ? (agent?.id ?? null) : null,
        active,
      }
    },
  )
}
