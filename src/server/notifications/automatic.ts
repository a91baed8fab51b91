import type { Model } from '#model/types.ts'
import { findPeople, peopleModel } from '../permissions/people.ts'
import { actorOfJob } from '../jobs/actor.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import { languageTo } from '../texts/language.ts'
import { compileAccess } from '../permissions/access.ts'
import { serverTexts } from '../texts/index.ts'
import { sentenceIn } from '../texts/sentences.ts'
import { deliverDue, type Addressed, type DeliveryParts, type Taken } from './deliver.ts'
import { DELIVER_JOB } from './kinds.ts'
import { readableNotices } from './visible.ts'

interface Parts extends DeliveryParts {
  readonly model: Model
  readonly enqueue: Jobs['enqueue']
}

/**
 * The job that sends notifications of changes by e-mail and to devices, in the recipient's language
 * and restricted to what they may read now.
 */
export const automaticHandler = (parts: Parts): JobHandler => {
  const { query, model, enqueue } = parts
  const people = findPeople(peopleModel(model), query)
  const addressed = async (one: Taken): Promise<Addressed | null> => {
    const actor =
      one.recipient.type === 'person'
        ? await actorOfJob(query, model, { accountId: null, personId: one.recipient.id, name: '' })
        : null
    if (!actor) return null
    const access = compileAccess(model, actor)
    const shown = (await readableNotices(query, model, access, [one])).texts(one)
    const person = await people.byId(one.recipient.id)
    const language = languageTo(person?.locale)
    const { close, hidden } = serverTexts[language].frame
    const { title, body, said } = one
    const says = shown
      ? {
          title: said?.title ? sentenceIn(language, said.title) : (title ?? ''),
          body: said?.body ? sentenceIn(language, said.body) : (body ?? ''),
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
