/** Notifications of what a person did, which name that person only to those who may know them. */
import type { Model } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Actor } from '../permissions/types.ts'
import { knownPeople } from '../store/read/actors.ts'
import { said, type NoticeSentence } from '../texts/index.ts'
import { notify } from './notify.ts'
import type { Notice } from './types.ts'

/** Sentences with the name of a person, and the same without it. */
const nameless = {
  mentioned: 'mentionedHere',
  mentionedSomewhere: 'mentionedInConversation',
  followedChanged: 'followedChange',
  followedNoted: 'followedNote',
  approvalAsked: 'approvalWanted',
  approvalRejected: 'approvalRefused',
  approvalOverridden: 'approvalSkipped',
} as const satisfies Partial<Record<NoticeSentence, NoticeSentence>>

/** A notification that says who did something. */
export interface NamingNotice extends Omit<Notice, 'title' | 'by'> {
  readonly sentence: keyof typeof nameless
  /** What the sentence says besides the name. */
  readonly values?: Readonly<Record<string, string>>
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
  { sentence, values = {}, employees, ...notice }: NamingNotice,
): Promise<void> => {
  const { personId, name } = actor
  const knowing: string[] = []
  // Sequential: a transaction has one connection.
  for (const one of new Set(employees)) {
    if (personId !== null && name && (await knows(tx, model, one, personId))) knowing.push(one)
  }
  const others = employees.filter((one) => !knowing.includes(one))
  const rest = { ...notice, by: personId }
  const named = said(sentence, { ...values, name: name ?? '' })
  await notify(tx, { ...rest, employees: knowing, title: named })
  await notify(tx, { ...rest, employees: others, title: said(nameless[sentence], values) })
}

/** True for sentences that name who did something. */
export const isNaming = (sentence: NoticeSentence): sentence is NamingNotice['sentence'] =>
  Object.hasOwn(nameless, sentence)
