import { useQuery } from '@tanstack/react-query'
import type { Grants } from '#schemas/define/permissions.ts'
import { get } from '#data/api.ts'
import { useHolds } from '#data/me.ts'
import { keys, listOf, listQuery } from '#data/queries.ts'
import type { ListResponse } from '#data/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import { allResources } from '#engine/resource.ts'
import type { Holder } from './effect.ts'

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`The schemas declare no ${what}.`)
  return value
}

/** The resource that contains roles, and its field of grants. */
export const roleResource = () => {
  const resource = found(
    allResources().find((r) => r.grants),
    'resource with `grants`',
  )
  return { resource, field: found(resource.grants, '`grants`') }
}
/** The resource that contains people, and the meaning of its fields. */
export const personResource = () => {
  const resource = found(
    allResources().find((r) => r.person),
    'resource with `person`',
  )
  return { resource, person: found(resource.person, '`person`') }
}

export interface RoleOption {
  readonly id: string
  readonly name: string
  readonly grants: Grants
}

/** All roles with their grants. */
export const useRoles = (): readonly RoleOption[] | undefined => {
  const { resource, field } = roleResource()
  const { data } = useQuery(
    listQuery(resource, { limit: 200, sort: [{ field: resource.title, descending: false }] }),
  )
  return data?.data.flatMap((r) =>
    r[field]
      ? [{ id: r.id, name: String(r[resource.title]), grants: r[field] as unknown as Grants }]
      : [],
  )
}

const PAGES = 25

/** Reads all people with a role, page by page. */
const readHolders = async (role: string, signal: AbortSignal): Promise<Holder[]> => {
  const { resource, person } = personResource()
  const holding = { path: [person.roles], op: 'hasAny', value: [role] } as const
  const active = { path: ['state'], op: 'eq', value: person.active } as const
  const all: Holder[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const asked = listOf({
      limit: 200,
      ...(cursor ? { cursor } : {}),
      filter: { and: [holding, active] },
    })
    const response = await get<ListResponse>(`/api/${resource.collection}`, {
      query: formatListQuery(asked),
      signal,
    })
    const holders = response.data.map((p) => ({
      id: p.id,
      name: String(p[person.name] ?? ''),
      roles: (p[person.roles] ?? []) as readonly string[],
    }))
    all.push(...holders)
    if (!response.page.next) break
    cursor = response.page.next
  }
  return all
}

/**
 * All people with a role; undefined while loading, null when the editor may not list people. At
 * most 5,000.
 */
export const useHolders = (role: string): readonly Holder[] | null | undefined => {
  const { resource } = personResource()
  const may = useHolds()(`${resource.entity}.list`)
  const { data } = useQuery({
    queryKey: [...keys.lists(resource.collection), 'holders', role],
    enabled: may,
    queryFn: ({ signal }) => readHolders(role, signal),
  })
  return may ? data : null
}
