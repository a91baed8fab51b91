import { own as lookUp } from '#schemas/define/own.ts'
import type { Model } from '#model/types.ts'
import { findPeople, peopleModel } from '../permissions/people.ts'
import { actorOfJob } from '../jobs/actor.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import { languageTo, type WrittenLanguage } from '../texts/language.ts'
import { compileAccess } from '../permissions/access.ts'
import { serverTexts, translated } from '../texts/index.ts'
import { deliverDue, type Addressed, type DeliveryParts, type Taken } from './deliver.ts'
import { DELIVER_JOB } from './kinds.ts'
import { visibleResources } from './visible.ts'

/**
 * Types whose body is a built-in sentence too; other bodies were written by users, or are amounts.
 */
const SAID_WHOLE: readonly string[] = ['import_finished']

interface Parts extends DeliveryParts {
  readonly model: Model
  readonly enqueue: Jobs['enqueue']
  /** Collection names by their English label in lower case. */
  readonly labels: Readonly<Partial<Record<WrittenLanguage, Readonly<Record<string, string>>>>>
}

/**
 * The job that sends notifications of changes by e-mail and to devices, in the recipient's language
 * and restricted to what they may read now.
 */
export const automaticHandler = (parts: Parts): JobHandler => {
  const { query, model, enqueue, labels } = parts
  const people = findPeople(peopleModel(model), query)
  const addressed = async (one: Taken): Promise<Addressed | null> => {
    const actor =
      one.recipient.type === 'person'
        ? await actorOfJob(query, model, { accountId: null, personId: one.recipient.id, name: '' })
        : null
    if (!actor) return null
    const access = compileAccess(model, actor)
    const shown =
      one.needs.every((key) => access.can(key)) &&
      (!one.resource ||
        (await visibleResources(query, model, access, [one.resource]))(one.resource))
    const person = await people.byId(one.recipient.id)
    const language = languageTo(person?.locale)
    const { close, hidden } = serverTexts[language].frame
    const own = (text: string | null): string =>
      translated(language, text ?? '', (name) => lookUp(labels[language], name) ?? name)
    const says = shown
      ? {
          title: own(one.title),
          body: SAID_WHOLE.includes(one.type) ? own(one.body) : (one.body ?? ''),
        }
      : { title: hidden, body: '' }
    return { address: person?.email ?? null, language, ...says, link: one.link, close }
  }
  return async ({ signal, actor }) => {
    const due = await deliverDue(
      parts,
      null,
      async (batch) =>
        new Map(
          await Promise.all(batch.map(async (one) => [one.id, await addressed(one)] as const)),
        ),
      { signal },
    )
    // One job that is queued by then covers all deliveries: it runs the same query.
    if (
      due &&
      !(
        await query(
          "SELECT 1 FROM jobs WHERE kind = $1 AND state = 'queued' AND run_at <= $2 LIMIT 1",
          [DELIVER_JOB, due],
        )
      ).rowCount
    ) {
      await enqueue({ kind: DELIVER_JOB, payload: {}, actor, runAt: due })
    }
    return { done: true }
  }
}
