/**
 * The matrix role × entity × action against the real server, on both databases; `matrixOracle.ts`
 * provides the expectations.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { keysOf, systemKeys } from '#schemas/define/permissions.ts'
import { openWorld, type Caller, type World, type WorldRecord } from '#tests/support/canaryWorld.ts'
import { askImports } from '#tests/support/importMatrix.ts'
import {
  levelOf,
  mayDo,
  mayImportHistory,
  mayReveal,
  mayMove,
  mayReadField,
  maySystem,
  mayWriteField,
  roleTexts,
} from '#tests/support/matrixOracle.ts'

const entities = compileModel(resources).resources
const names = Object.keys(roleTexts).flatMap((role) =>
  roleTexts[role]!.tenant ? [`${role} A`] : [role],
)

describe('permissions of each role', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, 180_000)
  afterAll(() => world?.close())

  const versionOf = async (
    record: { resource: ResourceModel; id: string },
    trashed = false,
  ): Promise<number> =>
    (
      await world.call(
        'GET',
        `/api/${record.resource.collection}/${record.id}${trashed ? '?trashed=true' : ''}`,
      )
    ).body.data.version
  /** 403 where the permission is missing, 404 for rows out of scope, else neither. */
  const expected = (may: boolean, caller: Caller, record?: WorldRecord): string => {
    if (!may) return '403'
    return record && !caller.seesRecord(record) ? '404' : 'allowed'
  }
  const outcome = (status: number): string =>
    status < 500 && ![401, 403, 404].includes(status) ? 'allowed' : String(status)

  describe.each(names)('%s', (name) => {
    let caller: Caller
    let role: string
    beforeAll(() => {
      caller = world.caller(name)
      role = world.roleOf(caller)
    })

    test('holds exactly the permission keys of the specification', async () => {
      const { permissions } = (await world.call('GET', '/api/me', { as: name })).body as {
        permissions: string[]
      }
      const wanted = [
        ...systemKeys.filter((key) => maySystem(role, key)),
        ...world.model.resources.flatMap((r) =>
          keysOf(r).filter((key) => {
            const [, second = '', third = '', access] = key.split('.')
            if (second === 'transition') return mayMove(role, r, third)
            if (second === 'import' && third === 'history') return mayImportHistory(role, r)
            if (second === 'reveal') return mayReveal(role, r)
            if (second !== 'field') return mayDo(role, r, second)
            return access === 'read' ? mayReadField(role, r, third) : mayWriteField(role, r, third)
          }),
        ),
      ]
      expect([...permissions].sort()).toEqual([...wanted].sort())
    })

    describe.each(entities.map((r) => [r.entity, r] as const))('%s', (_entity, resource) => {
      const base = `/api/${resource.collection}`
      /** Live records of both vendors. */
      const both = () =>
        world.records.filter((r) => r.resource.entity === resource.entity && !r.trashed)
      const named = (r: WorldRecord) => `${r.side} ${r.variant}`.trim()

      test('reads are allowed or refused as the role specifies', async () => {
        const may = mayDo(role, resource, 'list')
        const asked: Record<string, [string, string]> = {}
        for (const [what, address] of [
          ['list', ''],
          ['options', '/options'],
          ['aggregate', '/aggregate?measure=count'],
          ['trash', '?trashed=true'],
        ] as const) {
          asked[what] = [
            outcome((await world.call('GET', base + address, { as: name })).status),
            expected(may, caller),
          ]
        }
        asked.export = [
          outcome((await world.call('GET', `${base}/export.csv`, { as: name })).status),
          expected(mayDo(role, resource, 'export'), caller),
        ]
        for (const record of both()) {
          for (const [what, address] of [
            ['read', ''],
            ['history', '/history'],
            ['where used', '/where-used'],
          ] as const) {
            asked[`${what} ${named(record)}`] = [
              outcome(
                (await world.call('GET', `${base}/${record.id}${address}`, { as: name })).status,
              ),
              expected(mayDo(role, resource, 'read'), caller, record),
            ]
          }
        }
        for (const [what, [was, wanted]] of Object.entries(asked)) {
          expect(`${what}: ${was}`).toBe(`${what}: ${wanted}`)
        }
        const found = (await world.call('GET', `${base}?limit=200`, { as: name })).body.data as
          | { id: string }[]
          | undefined
        const own = both()
          .filter((r) => caller.seesRecord(r))
          .map((r) => r.id)
        expect(
          (found ?? [])
            .map((r) => r.id)
            .filter((id) => both().some((r) => r.id === id))
            .sort(),
        ).toEqual([...own].sort())
        if (!caller.side || resource.scope === 'shared') return
        // Apart from these, only records that rules created on this side, such as the activity
        // lines of a conversation.
        const live = (await world.call('GET', `${base}?limit=200`)).body.data as Record<
          string,
          Json
        >[]
        const byRules = live
          .filter(({ id }) => !both().some((r) => r.id === id))
          .filter((row) =>
            world.records.some(
              (r) =>
                r.side === caller.side &&
                resource.fields.some(
                  (f) => f.ref === r.resource.collection && row[f.name] === r.id,
                ),
            ),
          )
        expect((found ?? []).map((r) => r.id).sort()).toEqual(
          [...own, ...(may ? byRules : []).map((r) => String(r.id))].sort(),
        )
      })

      test('search and events include the entity only with permission to list it', async () => {
        const title = async (r: WorldRecord): Promise<string> =>
          world.aviary.of(r.id, resource.title).find((c) => !c.past)?.text ??
          (await world.call('GET', `${base}/${r.id}`)).body.data[resource.title]
        for (const record of both()) {
          const hits = (
            (
              await world.call('GET', `/api/search?q=${encodeURIComponent(await title(record))}`, {
                as: name,
              })
            ).body.data as { id: string }[]
          ).map((h) => h.id)
          // Entities without a page are found where they are shown, not in the global search.
          const wanted =
            resource.path !== '' &&
            mayDo(role, resource, 'list') &&
            caller.seesRecord(record) &&
            mayReadField(role, resource, resource.title)
          expect(hits.includes(record.id)).toBe(wanted)
        }
        const one = await world.call('GET', `/api/events?collections=${resource.collection}`, {
          as: name,
          headers: { 'last-event-id': 'wrong' },
        })
        // Forbidden and unknown collections get the same error, before any other check.
        expect((one.body.errors as { path: string }[])[0]!.path).toBe(
          mayDo(role, resource, 'list') ? 'Last-Event-ID' : 'collections',
        )
      })

      test('writes are allowed or refused as the role specifies, and refused ones change nothing', async () => {
        const before = await world.fingerprint()
        const asked: Record<string, [string, string]> = {}
        const put = async (
          what: string,
          method: string,
          address: string,
          wanted: string,
          options: { version?: number; body?: Json | FormData } = {},
        ): Promise<void> => {
          const response = await world.call(method, base + address, { as: name, ...options })
          asked[what] = [outcome(response.status), wanted]
        }
        for (const record of both()) {
          const value = { [resource.title]: record.body[resource.title]! }
          const current = await versionOf(record)
          // A stale version, so that even a permitted call leaves the record unchanged.
          const version = current + 7
          if (!resource.appendOnly) {
            await put(
              `update ${named(record)}`,
              'PATCH',
              `/${record.id}`,
              expected(mayDo(role, resource, 'update'), caller, record),
              { version: current, body: value },
            )
            await put(
              `revision ${named(record)}`,
              'POST',
              `/${record.id}/history/0/restore`,
              mayDo(role, resource, 'update') ? '404' : '403',
              { version: current },
            )
            await put(
              `delete ${named(record)}`,
              'DELETE',
              `/${record.id}`,
              expected(mayDo(role, resource, 'delete'), caller, record),
              { version },
            )
            await put(
              `purge ${named(record)}`,
              'DELETE',
              `/${record.id}?purge=true`,
              expected(mayDo(role, resource, 'purge'), caller, record),
              { version },
            )
          }
          for (const to of new Set(resource.transitions.map((t) => t.name))) {
            await put(
              `${to} ${named(record)}`,
              'POST',
              `/${record.id}/actions/${to}`,
              expected(mayMove(role, resource, to), caller, record),
              { version, body: { reason: 'why' } },
            )
          }
          for (const { name: action } of resource.actions) {
            await put(
              `${action} ${named(record)}`,
              'POST',
              `/${record.id}/actions/${action}`,
              expected(mayDo(role, resource, action), caller, record),
              { version, body: {} },
            )
          }
        }
        for (const record of world.records.filter(
          (r) => r.trashed && r.resource === world.of(resource.entity),
        )) {
          await put(
            `restore ${named(record)}`,
            'POST',
            `/${record.id}/restore`,
            expected(mayDo(role, resource, 'delete'), caller, record),
            { version: (await versionOf(record, true)) + 7 },
          )
        }
        if (!resource.readOnly) {
          await put('create', 'POST', '', expected(mayDo(role, resource, 'create'), caller), {
            body: { noSuchField: 1 },
          })
          await put(
            'import',
            'POST',
            '/import',
            expected(mayDo(role, resource, 'import'), caller),
            { body: new FormData() },
          )
        }
        for (const [what, [was, wanted]] of Object.entries(asked)) {
          expect(`${what}: ${was}`).toBe(`${what}: ${wanted}`)
        }
        expect(await world.fingerprint(), 'nothing was written').toEqual(before)
      })

      if (!resource.readOnly) {
        test('imports are allowed or refused as the role specifies', async () => {
          const before = await world.fingerprint()
          const { accounts, accessFor } = world.api.services
          const actor = await accounts.authenticate(
            new Request('http://localhost/', {
              headers: { authorization: `Bearer ${world.api.tokens.get(name)}` },
            }),
          )
          const access = accessFor(actor!)
          for (const { what, was, wanted } of await askImports(
            world,
            access,
            role,
            resource,
            both(),
          )) {
            expect(`${what}: ${was}`).toBe(`${what}: ${wanted}`)
          }
          expect(await world.fingerprint(), 'nothing was written').toEqual(before)
        })
      }

      if (resource.appendOnly || resource.readOnly) {
        test('append-only and read-only records cannot be changed', async () => {
          const before = await world.fingerprint()
          const ids = resource.readOnly
            ? ['01900000-0000-7000-8000-0000000000ff']
            : both().map((r) => r.id)
          for (const id of ids) {
            for (const [method, tail] of [
              ['PATCH', ''],
              ['DELETE', ''],
              ['DELETE', '?purge=true'],
              ['POST', '/restore'],
              ['POST', '/history/0/restore'],
            ] as const) {
              expect([404, 405], `${method} ${tail}`).toContain(
                (
                  await world.call(method, `${base}/${id}${tail}`, {
                    as: name,
                    version: 1,
                    ...(method === 'PATCH' ? { body: {} } : {}),
                  })
                ).status,
              )
            }
          }
          if (resource.readOnly) {
            for (const address of ['', '/import']) {
              expect([404, 405], address).toContain(
                (await world.call('POST', `${base}${address}`, { as: name, body: {} })).status,
              )
            }
          }
          expect(await world.fingerprint()).toEqual(before)
        })
      }
    })
  })

  test('endpoints that belong to no entity give people without permissions no access', async () => {
    for (const name of ['no rights', 'waiting']) {
      expect((await world.call('GET', '/api/me', { as: name })).body.permissions).toEqual([])
      const form = new FormData()
      form.set('file', new File(['words'], 'words.txt'))
      expect(
        (await world.call('POST', '/api/files', { as: name, body: form })).status,
        `${name} uploads`,
      ).toBe(403)
      expect(
        (
          await world.call('GET', `/api/files?ids=${[...world.fileIds.values()].join(',')}`, {
            as: name,
          })
        ).body.data,
      ).toEqual([])
      for (const r of world.model.resources) expect(levelOf(name, r)).toBe('none')
    }
  })

  test('unknown collections, actions and grants are refused for every role, and deny overrides allow', async () => {
    for (const { name } of world.callers) {
      expect((await world.call('GET', '/api/unknowns', { as: name })).status).toBe(404)
      const [{ id, resource }] = [world.main('hotel', 'A')]
      expect(
        (
          await world.call('POST', `/api/${resource.collection}/${id}/actions/nowhere`, {
            as: name,
            version: 1,
            body: {},
          })
        ).status,
      ).toBe(404)
    }
    world.actor('strange grants', {
      allow: ['hotel', 'hotel.', 'hotel.list.x', 'HOTEL.list', 'hotel.field.name'],
      deny: [],
    })
    expect((await world.call('GET', '/api/hotels', { as: 'strange grants' })).status).toBe(403)
    world.actor('deny wins', { allow: ['*', 'hotel.list'], deny: ['hotel.*'] })
    for (const address of ['', '/options', '/aggregate', '/export.csv', '/export.xlsx']) {
      expect((await world.call('GET', `/api/hotels${address}`, { as: 'deny wins' })).status).toBe(
        403,
      )
    }
  })

  test('no request caused an unexpected error', () => {
    expect(world.api.errors).toEqual([])
  })
})
