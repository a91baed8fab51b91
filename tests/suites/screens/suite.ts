/**
 * Tests of every entity's screens, derived from its schema alone: a new schema file is tested
 * without further work. Runs the real application on the real server as a person of one built-in
 * role. Requirements are asserted; everything else is in the snapshot
 * `__snapshots__/<entity>.<role>.txt`, which `npm run generate` updates.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { tenantWordsOf } from '#model/tenantWords.ts'
import { maskIn } from '#model/masked.ts'
import { fieldOf, isStandard } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { dayTextOf } from '#engine/fields/dates/dayText.ts'
import { peopleModel } from '#server/permissions/people.ts'
import type { Access } from '#server/permissions/types.ts'
import { own } from '#schemas/define/own.ts'
import { TAG } from '#schemas/define/tagName.ts'
import { resources } from '#schemas/index.ts'
import { closePage, openPage, prepareApp, type Page } from '#tests/support/inProcessApp.tsx'
import { everyNode, printTree, textOf, type TreeNode } from '#tests/support/compactTree.ts'
import { startInProcess, type InProcess } from '#tests/support/inProcessServer.ts'
import { fixTimes, makeSamples, type SampleIds } from '#tests/support/sampleRecords.ts'
import {
  formFields,
  expectQuietCalls,
  expectSound,
  formInputs,
  inWords,
  missingFields,
  named,
  namesOf,
  the,
} from './expect.ts'

/** Entities with a bespoke create page. */
const ownShape = new Set(['notifications'])

const model = compileModel(resources)
/** `SCREENS_OF=hotel,booking` runs only these entities, for a quick check of a change. */
const only = process.env.SCREENS_OF?.split(',')
/** `SCREENS=drawn` leaves out what no snapshot shows: `npm run generate` only draws. */
const drawn = process.env.SCREENS === 'drawn'
const checks = test.skipIf(drawn)
const withPages = model.resources.filter((r) => r.path)

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
interface Session {
  readonly token: string
  readonly expiresAt: string
  readonly access: Access
}

/**
 * Labels of the transitions and the named actions that a record's state allows and the person may
 * take.
 */
const transitionsOf = (resource: ResourceModel, row: Row, access: Access): string[] =>
  resource.transitions
    .filter(
      (t) =>
        t.from === row.state &&
        t.only !== 'rules' &&
        !(t.only === 'staff' && access.actor.tenant !== null) &&
        access.can(`${resource.entity}.transition.${t.name}`),
    )
    .map((t) => t.label)
const actionsOf = (resource: ResourceModel, row: Row, access: Access): string[] =>
  resource.actions
    .filter(
      (a) =>
        !a.hidden &&
        (!a.from.length || a.from.includes(String(row.state))) &&
        access.can(`${resource.entity}.${a.name}`),
    )
    .map((a) => a.label)

/** Labels of those actions that are about an amount of the record which is above zero, or none. */
const owedOf = ({ actions }: ResourceModel, row: Row, labels: readonly string[]): string[] =>
  labels.filter((name) => {
    const about = actions.find((a) => a.label === name)?.while
    return about === undefined || Number((row[about] as { amount?: number } | null)?.amount) > 0
  })

/** The label of an action whose button shows an amount: `Refund €79.50`. */
const withoutAmount = ({ actions }: ResourceModel, name: string): string =>
  actions.find((a) => a.while !== undefined && name.startsWith(`${a.label} `))?.label ?? name

/** Labels of the transitions that end a record in this state, without the declared next step. */
const endings = ({ states, transitions }: ResourceModel, { state }: Row): string[] =>
  transitions
    .filter(({ from, name, prominent }) => {
      const target = states.find((s) => s.value === name)
      return from === state && !prominent && (target?.final || target?.tone === 'danger')
    })
    .map((t) => t.label)

/** Bespoke screens: in the navigation, and among the actions of a record. */
const ownScreens = [
  ['Dashboard'],
  ['Chat', 'conversation.list'],
  ['Ongoing orders', 'order.list'],
  ['Order dashboard', 'order.list'],
  ['Settings'],
] as const
const ofRecords: Readonly<Record<string, readonly [label: string, key: string]>> = {
  ticket: ['Open chat', 'conversation.list'],
  userRole: ['Permissions', 'userRole.read'],
}

/** The text of a value in its input: days and times as people write them. */
const typed = ({ kind }: FieldModel, value: string): string => {
  const days = dayTextOf('en')
  if (kind === 'day') return days.show(value)
  return kind === 'time' ? days.showTime(value) : value
}

const tableRows = (table: TreeNode): TreeNode[] =>
  everyNode(table.children)
    .filter((n) => n.role === 'row')
    .slice(1)

const tenantWords = tenantWordsOf(model)
/** The entity with the labels that people of a tenant read. */
const inTenantWords = (resource: ResourceModel): ResourceModel =>
  JSON.parse(JSON.stringify(resource), (key, value: unknown) =>
    ['label', 'one', 'many'].includes(key) && typeof value === 'string'
      ? (own(tenantWords, value) ?? value)
      : value,
  ) as ResourceModel

/**
 * Declares the tests of one role. `tenant`: the person works for the first tenant record.
 * `complete` adds states that differ between roles only by a create button: empty list, no results,
 * no response.
 */
export const describeScreens = (
  role: string,
  {
    tenant = false,
    complete = false,
  }: { readonly tenant?: boolean; readonly complete?: boolean } = {},
): void => {
  const worded = tenant ? inTenantWords : (resource: ResourceModel) => resource
  const pages = withPages.map(worded)
  describe(`screens of a ${role}`, () => {
    let server: InProcess
    let session: Session
    let samples: SampleIds
    const problems: string[] = []

    beforeAll(async () => {
      await prepareApp()
      server = await startInProcess()
      if (!tenant) return void (session = await server.signIn(role))
      samples = await makeSamples(server.services)
      const { resource, person } = peopleModel(server.model)
      const bound = resource.fields.find((f) => f.name === person.tenant)?.ref ?? ''
      session = await server.signIn(role, samples.get(bound)?.[0])
      await fixTimes(server.services)
    })
    afterAll(() => server.close())
    beforeEach(() => {
      for (const kind of ['error', 'warn'] as const) {
        vi.spyOn(console, kind).mockImplementation((...said: unknown[]) => {
          problems.push(said.map(String).join(' ').slice(0, 500))
        })
      }
    })
    afterEach(() => {
      vi.restoreAllMocks()
      expect(
        [...problems.splice(0), ...server.errors.splice(0)],
        'said on the console or in the log of the server',
      ).toEqual([])
    })

    const open = (address: string): Promise<Page> => openPage(server, session, address)
    const can = (resource: ResourceModel, action: string): boolean =>
      session.access.can(`${resource.entity}.${action}`) &&
      !(resource.appendOnly && ['update', 'delete', 'purge'].includes(action)) &&
      !(resource.readOnly && ['create', 'import'].includes(action))
    const expectDenied = (page: Page, resource: ResourceModel): void => {
      expectSound(page, 'Permission denied')
      expect(
        server.takeRequests().filter((a) => a.path.startsWith(`/api/${resource.collection}`)),
        'asked in vain',
      ).toEqual([])
    }

    const forLists = pages
      .filter((r) => !only || only.includes(r.entity))
      .map((r) => [r.collection, r] as const)

    if (complete) {
      describe.each(forLists)('an empty list of %s', (_name, resource) => {
        checks('says so, and offers Add if permitted', async () => {
          const asked = can(resource, 'list')
            ? await server.get<{ data: Row[] }>(`/api/${resource.collection}`, session.token)
            : undefined
          if (!asked || asked.data.length) return
          const page = await open(resource.path)
          expectSound(page, resource.label.many)
          expect(textOf({ children: page.main() } as TreeNode)).toContain(
            `No ${inWords(resource.label.many)} yet`,
          )
          expect(named(page.main(), 'link', `Add ${inWords(resource.label.one)}`).length > 0).toBe(
            can(resource, 'create'),
          )
          expect(namesOf(page.main(), 'table')).toEqual([])
          expectQuietCalls(server.takeRequests())
        })
      })
    }

    describe('with records', () => {
      beforeAll(async () => {
        samples ??= await makeSamples(server.services)
      })

      test('the navigation shows exactly the pages the role may list', async () => {
        // Metrics of a past month do not change.
        const page = await open('/dashboard?from=2026-01-01&to=2026-01-31')
        expectSound(page, 'Dashboard')
        // The bell appears a few seconds later; on a busy machine that is before the page settles.
        await page.until((nodes) =>
          namesOf(the(nodes, 'banner', '').children, 'button').some((name) =>
            /notification/i.test(name),
          ),
        )
        const navigation = the(page.all(), 'navigation', 'Main')
        expect(namesOf(navigation.children, 'link').sort()).toEqual(
          [
            ...ownScreens
              .filter(([, key]) => !key || session.access.can(key))
              .map(([name]) => name),
            ...pages.filter((r) => can(r, 'list')).map((r) => r.label.many),
          ].sort(),
        )
        expectQuietCalls(server.takeRequests())
        await expect(`${printTree(page.all())}\n`).toMatchFileSnapshot(
          `./__snapshots__/shell.${role.replace(/\W/g, '-')}.txt`,
        )
      })

      describe.each(forLists)('%s', (_name, resource) => {
        const parts = new Map<string, string>()
        // A proposed code differs each time.
        const steady = (text: string): string =>
          resource.fields.reduce(
            (t, f) =>
              f.codePrefix
                ? t.replaceAll(
                    new RegExp(`"${f.codePrefix}[A-Z\\d]+"`, 'g'),
                    `"${f.codePrefix}‹new›"`,
                  )
                : t,
            text,
          )
        const keep = (name: string, page: Page): void =>
          void parts.set(name, steady(printTree(page.main())))
        const one = inWords(resource.label.one)
        const many = inWords(resource.label.many)
        const titleOf = (row: Row): string =>
          row[resource.title] === null || row[resource.title] === undefined
            ? `${resource.label.one} ${row.id.slice(-8)}`
            : String(row[resource.title])
        let rows: readonly Row[] = []
        let page: Page

        beforeAll(async () => {
          if (!can(resource, 'list')) return
          rows = (
            await server.get<{ data: Row[] }>(
              `/api/${resource.collection}?limit=25&sort=${resource.list.sort}`,
              session.token,
            )
          ).data
          expect(rows.length, `samples of ${many} this role sees`).toBeGreaterThan(0)
        })
        /** The sample with every field filled, if the role sees it. */
        const sample = (): Row =>
          rows.find((r) => r.id === samples.get(resource.collection)?.[0]) ??
          rows[0] ?? { id: samples.get(resource.collection)![0]! }
        afterAll(closePage)

        test('the list shows the columns, rows and controls the role may use', async () => {
          page = await open(resource.path)
          keep('list', page)
          if (!can(resource, 'list')) return expectDenied(page, resource)
          expectSound(page, resource.label.many)
          const main = page.main()
          the(main, 'searchbox', `Search ${many}`)
          expect(namesOf(main, 'link').includes(`Add ${one}`)).toBe(can(resource, 'create'))
          for (const name of ['Filters', 'Columns', 'Views']) the(main, 'button', name)
          for (const action of ['export', 'import']) {
            expect(
              named(main, 'button', action === 'export' ? 'Export' : 'Import').length,
              action,
            ).toBe(can(resource, action) ? 1 : 0)
          }
          the(main, 'navigation', 'Pagination')
          expect(
            everyNode(main)
              .filter((n) => n.role === 'status')
              .map(textOf)
              .join(' '),
          ).toContain(rows.length === 1 ? `1 ${one}` : `of ${rows.length} ${many}`)

          const table = the(main, 'table', resource.label.many)
          const readable = session.access.readable(resource)
          const columns = resource.list.columns.flatMap((name) => {
            const f = fieldOf(resource, name)
            return f && (isStandard(name) || readable.has(name)) ? [f] : []
          })
          const headers = everyNode(table.children).filter((n) => n.role === 'columnheader')
          expect(
            headers.map((h) => h.name).filter((name) => columns.some((c) => c.label === name)),
          ).toEqual(columns.map((c) => c.label))
          for (const column of columns) {
            expect(
              headers
                .find((h) => h.name === column.label)
                ?.states.some((s) => s.startsWith('sort ')) ?? false,
              `${column.name} says how it is sorted`,
            ).toBe(resource.list.sortable.includes(column.name))
          }
          const sorted = resource.list.sort.replace(/^-/, '')
          const sortedColumn = columns.find((c) => c.name === sorted)
          if (sortedColumn) {
            expect(headers.find((h) => h.name === sortedColumn.label)?.states).toContain(
              resource.list.sort.startsWith('-') ? 'sort descending' : 'sort ascending',
            )
          }
          expect(
            tableRows(table).map(
              (r) => everyNode(r.children).find((n) => n.role === 'rowheader')?.name,
            ),
          ).toEqual(rows.map(titleOf))
          for (const row of rows) {
            the(main, 'checkbox', `Select ${titleOf(row)}`)
            the(main, 'button', `Actions for ${titleOf(row)}`)
          }
          expectQuietCalls(server.takeRequests())
        })

        checks('each row menu offers what its state and the role allow', async () => {
          if (!can(resource, 'list')) return
          const buttons = rows
            .map((row) => [row, `Actions for ${titleOf(row)}`] as const)
            .map(([row, name]) => [row, name, the(page.main(), 'button', name).element] as const)
          for (const [row, name, button] of buttons) {
            await page.click(button)
            const related = [ofRecords[resource.entity]].flatMap((s) =>
              s && session.access.can(s[1]) ? [s[0]] : [],
            )
            const may = (action: string, ...labels: string[]) =>
              can(resource, action) ? labels : []
            const expected = [
              ...may('read', 'View', 'Show beside the list'),
              ...may('update', 'Edit'),
              ...may('create', 'Duplicate'),
              ...related,
              ...transitionsOf(resource, row, session.access),
              ...actionsOf(resource, row, session.access),
              ...may('read', 'History'),
              ...may('delete', 'Delete'),
            ]
            expect(
              expected.length ? namesOf(the(page.all(), 'menu', name).children, 'menuitem') : [],
              String(row.state),
            ).toEqual(expected)
            await page.click(button)
          }
        })

        // The following differs between roles only in ways that the list above shows.
        if (complete) {
          test('a search without matches says so and can be cleared', async () => {
            if (!can(resource, 'list')) return
            await page.goTo(`${resource.path}?search=zzzznothing`)
            keep('list, nothing found', page)
            expectSound(page, resource.label.many)
            expect(the(page.main(), 'searchbox', `Search ${many}`).value).toBe('zzzznothing')
            expect(textOf({ children: page.main() } as TreeNode)).toContain(`No ${many} match`)
            await page.click(the(page.main(), 'button', 'Clear filters').element)
            expect(tableRows(the(page.main(), 'table', resource.label.many)).length).toBe(
              rows.length,
            )
            expectQuietCalls(server.takeRequests())
          })
        }

        if (complete) {
          test('a list that fails to load shows an error and can be retried', async () => {
            if (!can(resource, 'list')) return
            server.fail((path) => path === `/api/${resource.collection}`)
            try {
              page = await open(resource.path)
              keep('list, server busy', page)
              expectSound(page, resource.label.many)
              expect(everyNode(page.main()).filter((n) => n.role === 'alert').length).toBe(1)
            } finally {
              server.fail()
            }
            server.takeRequests()
            await page.click(the(page.main(), 'button', 'Try again').element)
            expect(tableRows(the(page.main(), 'table', resource.label.many)).length).toBe(
              rows.length,
            )
            expectQuietCalls(server.takeRequests())
          })
        }

        test('the create form shows the fields the role may write', async () => {
          page = await open(resource.createPath)
          if (!can(resource, 'create')) return expectDenied(page, resource)
          keep('create', page)
          expectSound(page, `Add ${one}`)
          expectForm(page, 'create')
          // A bespoke page may continue elsewhere than to the next form.
          for (const name of [
            'Save',
            'Cancel',
            ...(ownShape.has(resource.collection) ? [] : ['Save and add another']),
          ]) {
            the(page.main(), 'button', name)
          }
          expectQuietCalls(server.takeRequests())
        })

        test('an empty create form reports every missing field when submitted', async () => {
          const missing = missingFields(
            formFields(resource, session.access.writable(resource), 'create'),
          )
          if (!can(resource, 'create') || !missing.length) return
          await page.click(the(page.main(), 'button', 'Save').element)
          keep('create, sent empty', page)
          expectSound(page, `Add ${one}`)
          const alert = everyNode(page.main()).filter((n) => n.role === 'alert')
          expect(alert.length).toBe(1)
          expect(namesOf(alert, 'link')).toEqual(
            expect.arrayContaining(missing.map((f) => f.label)),
          )
          const inputs = formInputs(page.main())
          for (const field of missing) {
            const input = inputs.find((n) => n.name === field.label)
            expect(input?.states, `${field.name} is invalid`).toContain('invalid')
            expect(input?.description, `${field.name} says why`).toBeTruthy()
          }
          expectQuietCalls(server.takeRequests())
        })

        test('the detail page shows readable fields and permitted actions in every state', async () => {
          page = await open(`${resource.path}/${sample().id}`)
          keep('detail', page)
          if (!can(resource, 'read')) return expectDenied(page, resource)
          for (const row of drawn
            ? [sample()]
            : [sample(), ...rows.filter((r) => r.id !== sample().id)]) {
            if (row !== sample()) await page.goTo(`${resource.path}/${row.id}`)
            expectSound(page, titleOf(row))
            const main = page.main()
            const readable = session.access.readable(resource)
            const panel = the(main, 'tabpanel', 'Details')
            // Each field once: in the strip, in a card, below its rows, or among the empty ones; sums
            // below rows may repeat the strip. What is left of an amount is not a field.
            const strip = everyNode(main).find((n) => n.role === 'region' && n.name === 'Metrics')
            const rest = (resource.detail.strip ?? []).flatMap((part) =>
              typeof part === 'object' && 'label' in part ? [part.label] : [],
            )
            const metrics = namesOf(strip?.children ?? [], 'term')
            const sums = Object.values(resource.detail.footers ?? {}).flat()
            const repeated = resource.fields
              .filter((f) => sums.includes(f.name) && metrics.includes(f.label))
              .map((f) => f.label)
            const hidden = resource.detail.hide ?? []
            const cards = Object.values(resource.detail.facts ?? {}).flat()
            expect(
              [
                ...metrics.filter((name) => !rest.includes(name)),
                ...namesOf(panel.children, 'term').filter((name) => !repeated.includes(name)),
              ].sort(),
            ).toEqual(
              resource.fields
                .filter(
                  (f) =>
                    readable.has(f.name) &&
                    f.kind !== 'state' &&
                    !(f.hidden && f.derived) &&
                    !hidden.includes(f.name) &&
                    // Tags are in the head.
                    f.name !== resource.taggable &&
                    (f.name !== resource.title || cards.includes(f.name)),
                )
                .map((f) => f.label)
                .sort(),
            )
            const names = new Set(
              [...resource.transitions, ...resource.actions].map((t) => t.label),
            )
            const more = the(main, 'button', 'More actions').element
            await page.click(more)
            const plain = (name: string): string => withoutAmount(resource, name)
            const bar = namesOf(main, 'button')
              .map(plain)
              .filter((name) => names.has(name))
            const opened = the(page.all(), 'menu', 'More actions').children
            const menu = namesOf(opened, 'menuitem').map(plain)
            await page.click(more)
            expect(
              [...bar, ...menu.filter((name) => names.has(name))].toSorted(),
              String(row.state),
            ).toEqual(
              [
                ...transitionsOf(resource, row, session.access),
                // Tags are changed in the head itself.
                ...owedOf(resource, row, actionsOf(resource, row, session.access)).filter(
                  (name) => name !== resource.actions.find((each) => each.name === TAG)?.label,
                ),
              ].toSorted(),
            )
            // One primary, two beside it; what ends the record is never among them.
            expect(bar.length, bar.join()).toBeLessThanOrEqual(3)
            expect(bar.filter((name) => endings(resource, row).includes(name))).toEqual([])
            const state = resource.states.find((s) => s.value === row.state)
            if (state) {
              expect(
                everyNode(main).some((n) => n.role === 'text' && n.name === state.label),
                state.label,
              ).toBe(true)
            }
            expect(namesOf(main, 'link').includes('Edit')).toBe(can(resource, 'update'))
          }
          expectQuietCalls(server.takeRequests())
        })

        checks('related tabs and history show only what the role may read', async () => {
          if (!can(resource, 'read')) return
          const row = sample()
          const related = resource.detail.tabs
            .map(
              (tab) =>
                [
                  tab,
                  worded(server.model.resources.find((r) => r.collection === tab.collection)!),
                ] as const,
            )
            .filter(([, target]) => can(target, 'list'))
          await page.goTo(`${resource.path}/${row.id}`)
          expect(namesOf(page.main(), 'tab')).toEqual([
            'Details',
            ...related.map(([tab, target]) => tab.label ?? target.label.many),
            'History',
          ])
          for (const [tab, target] of related) {
            await page.goTo(`${resource.path}/${row.id}?tab=${tab.collection}.${tab.field}`)
            expectSound(page, titleOf(row))
            const panel = the(page.main(), 'tabpanel', tab.label ?? target.label.many)
            the(panel.children, 'searchbox', `Search ${inWords(target.label.many)}`)
            expect(
              namesOf(panel.children, 'link').includes(`Add ${inWords(target.label.one)}`),
            ).toBe(can(target, 'create') && target.path !== '' && !tab.many)
          }
          await page.goTo(`${resource.path}/${row.id}?tab=history`)
          expectSound(page, titleOf(row))
          const shown = namesOf(the(page.main(), 'tabpanel', 'History').children, 'term')
          const readable = resource.fields
            .filter((f) => session.access.readable(resource).has(f.name))
            .map((f) => f.label)
          expect(shown.filter((name) => !readable.includes(name))).toEqual([])
          expect(shown.length).toBeGreaterThan(0)
          expectQuietCalls(server.takeRequests())
        })

        test('the edit form shows the writable fields with their values', async () => {
          page = await open(`${resource.path}/${sample().id}/edit`)
          if (!can(resource, 'update')) return expectDenied(page, resource)
          keep('edit', page)
          expectSound(page, `Edit ${titleOf(sample())}`)
          const record = (
            await server.get<{ data: Row }>(
              `/api/${resource.collection}/${sample().id}`,
              session.token,
            )
          ).data
          expectForm(page, 'edit', record)
          for (const name of ['Save', 'Save and continue', 'Cancel']) {
            the(page.main(), 'button', name)
          }
          const inputs = formInputs(page.main())
          for (const field of formFields(
            resource,
            session.access.writable(resource),
            'edit',
            record,
          )) {
            const value = inputs.find((n) => n.name === field.label)?.value
            if (
              ['text', 'email', 'slug', 'phone', 'url', 'day', 'time', 'int'].includes(field.kind)
            ) {
              const shown =
                maskIn(field, record[field.name] as Json | undefined) ?? record[field.name] ?? ''
              expect(value, field.name).toBe(typed(field, String(shown)))
            }
            if (field.kind === 'secret') expect(value, field.name).toBe('')
          }
          expectQuietCalls(server.takeRequests())
        })

        if (complete || tenant) {
          checks('the detail and edit pages of a missing record are not found', async () => {
            const nowhere = `${resource.path}/01900000-0000-7000-8000-0000000000ff`
            if (can(resource, 'read')) expectSound(await open(nowhere), 'Page not found')
            if (can(resource, 'update')) {
              expectSound(await open(`${nowhere}/edit`), 'Page not found')
            }
            expect(
              server.takeRequests().filter((a) => a.status >= 400 && a.status !== 404),
            ).toEqual([])
          })
        }

        checks('the import page requires permission', async () => {
          page = await open(`${resource.path}/import`)
          if (!can(resource, 'import')) return expectDenied(page, resource)
          expectSound(page, `Import ${many}`)
        })

        test('the screens match their snapshot', async () => {
          const text = [...parts].map(([name, tree]) => `# ${name}\n${tree}\n`).join('\n')
          await expect(text).toMatchFileSnapshot(
            `./__snapshots__/${resource.entity}.${role.replace(/\W/g, '-')}.txt`,
          )
        })

        const expectForm = (shown: Page, mode: 'create' | 'edit', record?: Row): void => {
          const fields = formFields(resource, session.access.writable(resource), mode, record)
          const inputs = formInputs(shown.main())
          const labels = new Set(resource.fields.map((f) => f.label))
          expect(inputs.map((n) => n.name).filter((name) => labels.has(name))).toEqual(
            fields.map((f) => f.label),
          )
          for (const field of fields) {
            const input = inputs.find((n) => n.name === field.label)!
            if (input.role !== 'group' && input.role !== 'file' && field.kind !== 'boolean') {
              expect(input.states.includes('required'), `${field.name} is marked as required`).toBe(
                field.required,
              )
            }
          }
        }
      })
    })
  })
}
