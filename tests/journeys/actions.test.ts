/**
 * Available actions per entity, derived from the schemas, performed by a person with every
 * permission on the real product.
 */
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { fittings } from '#tests/api/fitting.ts'
import { press } from '#tests/support/actionBar.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { fillFields } from '#tests/support/fillForm.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import {
  api,
  entities,
  eventually,
  expectQuiet,
  follow,
  heading,
  inSentence,
  settled,
  visitAs,
} from '#tests/support/pages.ts'
import { sampleBody } from '#tests/support/sampleRecords.ts'
import { samplePng } from '#tests/support/samplePng.ts'

type Values = Record<string, Json>
interface Stored {
  readonly id: string
  readonly state?: string
  readonly deletedAt?: string | null
  readonly [field: string]: Json | undefined
}

let admin: Visitor & { readonly token: string }
/** First record created here, by collection. */
const made = new Map<string, string>()
let file: string

const call = <T = { data: Stored }>(
  path: string,
  ...rest: [body?: object, method?: string, headers?: Record<string, string>]
) => api<T>(product, admin.token, path, ...rest)
const titleOf = async (collection: string, id: string): Promise<string> =>
  (await call<{ title: string }[]>(`/api/${collection}/options?ids=${id}`)).body[0]?.title ?? ''
const idOf = (collection: string): string => made.get(collection) ?? ''

const makeRecord = async (resource: ResourceModel, n: number): Promise<string> => {
  const { body, status } = await call(`/api/${resource.collection}`, await bodyOf(resource, n))
  expect(status, `${resource.collection}: ${JSON.stringify(body)}`).toBe(201)
  let { id } = body.data
  for (const state of fittings[resource.entity]?.through ?? []) {
    const { etag } = await call(`/api/${resource.collection}/${id}`)
    const moved = await call(`/api/${resource.collection}/${id}/actions/${state}`, {}, 'POST', {
      'If-Match': etag,
    })
    expect(moved.status, `${resource.collection} ${state}: ${JSON.stringify(moved.body)}`).toBe(200)
    ;({ id } = moved.body.data)
  }
  return id
}
/** Required values only, plus those the entity's rules need. */
const bodyOf = async (resource: ResourceModel, n: number): Promise<Values> => {
  const ids = new Map([...made].map(([collection, id]) => [collection, [id, id, id]]))
  const { needs, ties, fresh = {} } = fittings[resource.entity] ?? {}
  const body = { ...sampleBody(resource, n, ids, false), ...needs, ...ties?.({ idOf }) }
  for (const [name, collection] of Object.entries(fresh)) {
    body[name] = await makeRecord(
      entities.find((r) => r.collection === collection)!,
      60 + n,
    )
  }
  for (const f of resource.fields) {
    if (f.required && (f.kind === 'image' || f.kind === 'file')) body[f.name] = file
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}
/** Creates one record of every entity that has pages, references first. */
const makeAll = async () => {
  const form = new FormData()
  form.set('file', new File([samplePng(8, 8, [15, 32, 81]) as BlobPart], 'sample.png'))
  file = (
    (await (
      await fetch(`${product.url}/api/files`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${admin.token}` },
        body: form,
      })
    ).json()) as { data: { id: string } }
  ).data.id
  const waiting = [...entities]
  while (waiting.length) {
    const next = waiting.findIndex(
      (r) =>
        r.readOnly ||
        (r.fields.every((f) => !f.required || !f.ref || made.has(f.ref)) &&
          (fittings[r.entity]?.uses ?? []).every((c) => made.has(c))),
    )
    if (next < 0) {
      throw new Error(
        `The references go round in a circle: ${waiting.map((r) => r.collection).join(', ')}`,
      )
    }
    const [resource] = waiting.splice(next, 1)
    const { collection, entity, readOnly } = resource!
    const { starts } = fittings[entity] ?? {}
    const demo = async () =>
      (
        await call<{ data: Stored[] }>(
          `/api/${collection}?limit=25${starts ? `&filter[state]=${starts}` : ''}`,
        )
      ).body.data[0]!.id
    made.set(collection, readOnly || starts ? await demo() : await makeRecord(resource!, 51))
  }
}

test.beforeAll(async () => {
  admin = await visitAs(browser, product, 'admin')
  await makeAll()
  await admin.page.goto('/dashboard')
  await heading(admin.page, 'Dashboard')
})

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const idOfPage = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** A text field that no rule restricts. */
const plainField = (resource: ResourceModel): FieldModel | undefined =>
  resource.fields.find(
    (f) =>
      (f.kind === 'longText' || f.kind === 'markdown' || f.kind === 'text') &&
      !f.derived &&
      !f.immutable &&
      !f.unique &&
      !f.pattern &&
      !f.hidden &&
      !f.when &&
      !resource.unique.flat().includes(f.name) &&
      resource.form.sections.some((s) => s.fields.includes(f.name)),
  )

const remove = async (page: Page, { label }: ResourceModel) => {
  await press(page, 'Delete')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${inSentence(label.one)}`, exact: true })
    .click()
}

/** Takes the first transition that the rules allow; returns the new state. */
const moveOn = async (
  page: Page,
  resource: ResourceModel,
  id: string,
): Promise<string | undefined> => {
  const read = async () => (await call(`/api/${resource.collection}/${id}`)).body.data
  const { state } = await read()
  for (const transition of resource.transitions.filter((t) => t.from === state)) {
    await press(page, transition.label)
    const dialog = page.getByRole('dialog')
    const refused = page.getByRole('alert').first()
    let outcome = 'waiting'
    let answered = false
    // Some transitions ask for confirmation and some do not; continue with whichever appears.
    await eventually(async () => {
      if ((await read()).state !== state) outcome = 'moved'
      else if (await refused.isVisible()) outcome = 'refused'
      else if (!answered && (await dialog.isVisible())) {
        if (transition.reason) {
          await dialog.getByRole('textbox', { name: 'Reason' }).fill('It has to be')
        }
        await dialog.getByRole('button', { name: transition.label, exact: true }).click()
        answered = true
      }
      return outcome
    }).not.toBe('waiting')
    if (outcome === 'moved') return transition.name
    // A refusal is explained in a sentence, and another transition is tried.
    expect((await refused.textContent())?.length).toBeGreaterThan(10)
    await page.keyboard.press('Escape')
    await page.reload()
    await settled(page)
  }
  return undefined
}

describe.each(entities.filter((r) => !r.readOnly).map((r) => [r.path, r] as const))(
  '%s',
  (path, resource) => {
    const { collection, createPath, label, title, appendOnly } = resource
    const read = async (id: string) =>
      (await call(`/api/${collection}/${id}?trashed=true`)).body.data
    const plain = plainField(resource)
    let id = ''

    test('is added', async () => {
      const { page } = admin
      await follow(page, createPath)
      await heading(page, `Add ${inSentence(label.one)}`)
      await settled(page)
      const whole = await bodyOf(resource, 52)
      // Another person has to approve these; the form would only file the request.
      const held = Object.entries(whole).filter(([name]) =>
        resource.approvals?.some((a) => a.on === 'field' && a.name === name),
      )
      const body = Object.fromEntries(
        Object.entries(whole).filter(([name]) => !held.some(([other]) => other === name)),
      )
      await fillFields(
        page,
        resource.form.sections.flatMap((s) =>
          s.fields.flatMap((name) => resource.fields.filter((f) => f.name === name)),
        ),
        body,
        titleOf,
      )
      await save(page)
      await page.waitForURL(
        (url) => url.pathname.startsWith(`${path}/`) && /[0-9a-f]{12}$/.test(url.pathname),
      )
      id = idOfPage(page)
      const record = await read(id)
      await heading(page, String(record[title] ?? `${label.one} ${id.slice(-8)}`))
      expectQuiet(admin)
      if (held.length) {
        const { etag } = await call(`/api/${collection}/${id}`)
        await call(`/api/${collection}/${id}`, Object.fromEntries(held), 'PATCH', {
          'If-Match': etag,
        })
        await page.reload()
      }
    })

    if (!appendOnly && plain) {
      test(`is edited: ${plain.name}`, async () => {
        const { page } = admin
        await follow(page, `${path}/${id}/edit`)
        await page.locator(`[id="field-${plain.name}"]`).fill('Other words')
        await save(page)
        await eventually(async () => (await read(id))[plain.name]).toBe('Other words')
        await page.waitForURL((url) => url.pathname === `${path}/${id}`)
        expectQuiet(admin)
      })
    }

    if (!appendOnly) {
      test('is deleted and restored', async () => {
        const { page } = admin
        await follow(page, `${path}/${id}`)
        await settled(page)
        await remove(page, resource)
        await eventually(async () => Boolean((await read(id)).deletedAt)).toBe(true)
        await heading(page, label.many)
        await page.goto(`${path}/${id}`)
        await page.getByText('In the trash since').waitFor()
        await page.getByRole('button', { name: 'Restore', exact: true }).click()
        await eventually(async () => (await read(id)).deletedAt ?? null).toBe(null)
        await page.getByText('In the trash since').waitFor({ state: 'detached' })
        expectQuiet(admin)
      })
    }

    if (resource.transitions.length) {
      test('moves to another state', async () => {
        const { page } = admin
        await follow(page, `${path}/${id}`)
        await settled(page)
        const moved = await moveOn(page, resource, id)
        expect(moved).toBeDefined()
        // The request may already be done: the page shows the record's current state.
        await eventually(async () => {
          const { state } = await read(id)
          return page
            .getByRole('main')
            .getByText(resource.states.find((s) => s.value === state)?.label ?? '', { exact: true })
            .first()
            .isVisible()
        }).toBe(true)
      })
    }
  },
)
