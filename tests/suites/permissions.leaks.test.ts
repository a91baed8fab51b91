/**
 * The scan of all operations for values that a role may not see finds what a wrong rule lets out:
 * fields, rows, and values inside of PDFs, in every form.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Access } from '#server/permissions/types.ts'
import type { Services } from '#server/serviceTypes.ts'
import { operationsOf, scanReads } from '#tests/support/canaryOperations.ts'
import { openWorld, type World } from '#tests/support/canaryWorld.ts'

const SOME = /^\/api\/(?:customers|hotels|bookings|vendors|banners|subscription-invoices)\b/

let world: World
let everything: Access
beforeAll(async () => {
  world = await openWorld()
  everything = compileAccess(world.model, systemActor)
}, 180_000)
afterAll(() => world?.close())

/** Leaks to a role from the product with these services in place of its own. */
const leaksTo = async (name: string, changes: Partial<Services>): Promise<string> => {
  const { body } = await world.call('GET', '/api/openapi.json')
  const operations = operationsOf(body).filter(({ path }) => SOME.test(path))
  const changed = { ...world, call: world.callWith(changes) }
  return (await scanReads(changed, world.caller(name), operations)).leaks.join('\n')
}
/** Compiles permissions with some of their questions answered wrongly. */
const compiling = (wrong: Partial<Access>): Partial<Services> => ({
  accessFor: (actor) => ({ ...world.services.accessFor(actor), ...wrong }),
})

test('the leak scan finds nothing while permissions are correct', async () => {
  for (const name of ['vendor staff A', 'support agent', 'viewer']) {
    expect(await leaksTo(name, {}), name).toBe('')
  }
})

test('the leak scan finds forbidden fields in the role’s own rows', async () => {
  const leaks = await leaksTo(
    'vendor staff A',
    compiling({ readable: everything.readable, narrowed: () => [] }),
  )
  expect(leaks).toMatch(/^\/api\/customers\/[\w-]+: customer\.email of A: cnry/m)
  expect(leaks).toMatch(/^\/api\/customers\/[\w-]+\/history: customer\.internalNote of A: cnry/m)
  expect(leaks).toMatch(/^\/api\/hotels\/export\.csv: hotel\.tags of A: cnry/m)
})

test('the leak scan finds another vendor’s rows by text, amount, date, number and place', async () => {
  const leaks = await leaksTo('vendor staff A', compiling({ rows: () => 'true' }))
  for (const [field, form] of [
    ['hotel.name', 'cnry'],
    ['hotel.location', '38\\.7'],
    ['booking.nightlyRate', '773'],
    ['subscriptionInvoice.periodStart', '2\\d\\d\\d-'],
    ['vendor.commission', 'commission:'],
  ] as const) {
    expect(leaks, field).toMatch(new RegExp(`: ${field.replace('.', '\\.')} of B: ${form}`))
  }
  expect(leaks).toMatch(/^\/api\/bookings\/export\.csv: booking\.nightlyRate of B: 773/m)
})

test('the leak scan finds values in documents and previews that skip permission checks', async () => {
  const { writer } = world.services
  const leaks = await leaksTo('vendor staff A', {
    writer: {
      ...writer,
      document: (resource, id, name, context) =>
        writer.document(resource, id, name, { ...context, access: everything }),
      preview: (resource, id, name, context, input) =>
        writer.preview(resource, id, name, { ...context, access: everything }, input),
    },
  })
  const pdf = leaks.split('\n').filter((leak) => leak.includes('.pdf: '))
  for (const form of [/: cnry/, /: 773\d{5}$/, /: 2\d{3}-\d\d-\d\d$/]) {
    expect(pdf).toContainEqual(expect.stringMatching(form))
  }
  expect(leaks).toMatch(/\/previews\/\w+: /)
})
