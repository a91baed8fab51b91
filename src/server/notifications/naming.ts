/** Notifications of what a person did, which name that person only to those who may know them. */
import { say, type Param, type Said } from '#model/message.ts'
import type { Model } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Actor } from '../permissions/types.ts'
import { knownPeople } from '../store/read/actors.ts'
import { notify } from './notify.ts'
import type { Notice } from './types.ts'

/** A title with the name of who did something, and without it. */
interface Naming {
  named(name: string, subject: Param): Said
  nameless(subject: Param): Said
}

const titles = {
  mentioned: {
    named: (name, subject) => say('{{name}} mentioned you in “{{subject}}”', { name, subject }),
    nameless: (subject) => say('You were mentioned in “{{subject}}”', { subject }),
  },
  mentionedSomewhere: {
    named: (name) => say('{{name}} mentioned you in a conversation', { name }),
    nameless: () => 'You were mentioned in a conversation',
  },
  changed: {
    named: (name, subject) => say('{{name}} changed “{{subject}}”', { name, subject }),
    nameless: (subject) => say('“{{subject}}” was changed', { subject }),
  },
  noted: {
    named: (name, subject) => say('{{name}} wrote a note on “{{subject}}”', { name, subject }),
    nameless: (subject) => say('There is a new note on “{{subject}}”', { subject }),
  },
  approvalRequested: {
    named: (name) => say('{{name}} asks for your approval', { name }),
    nameless: () => 'Your approval is needed',
  },
  approvalRejected: {
    named: (name) => say('{{name}} rejected your request', { name }),
    nameless: () => 'Your request was rejected',
  },
  approvalOverridden: {
    named: (name) => say('{{name}} applied a change without approval', { name }),
    nameless: () => 'A change was applied without approval',
  },
} satisfies Readonly<Record<string, Naming>>

/** What a person did. */
export type Done = keyof typeof titles

/** A notification that says who did something. */
export interface NamingNotice extends Omit<Notice, 'title' | 'by'> {
  readonly done: Done
  /** The record it was done to, as the title names it. */
  readonly subject?: Param
}

const knows = async (tx: Tx, model: Model, reader: string, person: string): Promise<boolean> => {
  const asked = { accountId: null, personId: reader, name: '' }
  const actor = await actorOfJob(tx.query, model, asked)
  if (!actor) return false
  return (await knownPeople(tx, model, compileAccess(model, actor), [person]))(person)
}

/** `notify`, with the actor's name for recipients who may read it, and without it for the others. */
export const notifyNaming = async (
  tx: Tx,
  model: Model,
  actor: Pick<Actor, 'personId' | 'name'>,
  { done, subject = '', employees, ...notice }: NamingNotice,
): Promise<void> => {
  const { personId, name } = actor
  const knowing: string[] = []
  // Sequential: a transaction has one connection.
  for (const one of new Set(employees)) {
    if (personId !== null && name && (await knows(tx, model, one, personId))) knowing.push(one)
  }
  const others = employees.filter((one) => !knowing.includes(one))
  const rest = { ...notice, by: personId }
  const title: Naming = titles[done]
  await notify(tx, { ...rest, employees: knowing, title: title.named(name ?? '', subject) })
  await notify(tx, { ...rest, employees: others, title: title.nameless(subject) })
}
