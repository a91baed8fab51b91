/** Who reads the texts of a notification: those who may read the fields of that record. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Grants } from '#schemas/define/permissions.ts'
import type { Json } from '#model/types.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import type { RunningJob } from '../jobs/types.ts'
import type { RecordData } from '../store/types.ts'
import { automaticHandler } from './automatic.ts'
import { readInbox } from './inbox.ts'
import { notify } from './notify.ts'

let b: Bench
beforeAll(async () => {
  b = await openBench(libraryResources)
}, 120_000)
afterAll(() => b?.db.close())

const member = async (roles: readonly Grants[]): Promise<string> => {
  const ids: string[] = []
  for (const grants of roles) {
    const body = { name: randomUUID(), grants: grants as unknown as Json }
    ids.push((await b.writer.create(b.of('memberRole'), body, b.as())).id)
  }
  const body = { name: 'Ada', email: `${randomUUID()}@example.com`, roles: ids }
  const { id } = await b.writer.create(b.of('member'), body, b.as())
  await b.writer.transition(b.of('member'), { id, version: 1 }, 'active', undefined, b.as())
  return id
}
const author = (name: string, country: string): Promise<RecordData> =>
  b.writer.create(b.of('author'), { name, country, email: `${name}@example.com` }, b.as())

/** What is sent to a person by e-mail now. */
const mailed = async (person: string): Promise<string> => {
  await b.db.query('update deliveries set due_at = now() where recipient_id = $1', [person])
  const sent: unknown[] = []
  const handler = automaticHandler({
    query: b.db.query,
    model: b.model,
    mailer: { deliver: async (mail) => void sent.push(mail) },
    push: { available: false } as never,
    pages: 'https://example.com',
    enqueue: async () => '',
  })
  await handler({ signal: new AbortController().signal } as RunningJob)
  expect(sent).toHaveLength(1)
  return JSON.stringify(sent)
}

test('a title is shown only to who reads it on that record, not to who reads it on others', async () => {
  const reading = ['author.list', 'author.read']
  const roles: Grants[] = [
    { allow: [...reading, 'author.field.country.read'], deny: [] },
    { allow: [...reading, 'author.field.*.read'], deny: [], rows: { author: { country: 'PT' } } },
  ]
  const person = await member(roles)
  const { access } = b.as({ personId: person, grants: roles })
  for (const [name, country, isOpen] of [
    ['Quillfeather', 'ES', false],
    ['Pessoa', 'PT', true],
  ] as const) {
    const { id } = await author(name, country)
    await b.db.transaction((tx) =>
      notify(tx, {
        type: 'mention',
        employees: [person],
        title: `You were mentioned in ${name}`,
        body: `About ${name}`,
        link: `/authors/${id}`,
        resource: { type: 'authors', id },
        needs: ['author.field.name.read'],
      }),
    )
    const { data } = await readInbox(
      { query: b.db.query, model: b.model, secret: 'a secret' },
      access,
      person,
      { limit: 1, unread: true },
    )
    const texts = isOpen ? { title: expect.stringContaining(name) } : { title: null, body: null }
    expect(data[0]).toMatchObject({ ...texts, resource: { type: 'authors', id } })
    expect((await mailed(person)).includes(name)).toBe(isOpen)
  }
})
