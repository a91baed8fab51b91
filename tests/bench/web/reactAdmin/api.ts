/** react-admin's view of the product's API: one request per page, titles of relations with the rows. */
import type { AuthProvider, DataProvider, RaRecord } from 'react-admin'

export interface Booking extends RaRecord {
  readonly code: string
  readonly hotel: string
  readonly hotelTitle: string
  readonly customer: string
  readonly customerTitle: string
  readonly roomTypeCode: string
  readonly checkIn: string
  readonly checkOut: string
  readonly total: { readonly amount: number; readonly currency: string } | null
  readonly state: string
  readonly tags: readonly string[] | null
}
interface ListResponse {
  readonly data: readonly RaRecord[]
  readonly included: Readonly<Record<string, Readonly<Record<string, { readonly title: string }>>>>
  readonly page: { readonly total: number }
}

const FIELDS = 'code,hotel,customer,roomTypeCode,checkIn,checkOut,total,state,tags'
const token = (): string =>
  (JSON.parse(localStorage.getItem('authTokens') ?? '{}') as { token?: string }).token ?? ''

const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(path, {
    ...init,
    headers: {
      ...init.headers,
      Authorization: `Bearer ${token()}`,
      ...(init.body ? { 'Content-Type': 'application/json' } : {}),
    },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}
const titled = (result: ListResponse): RaRecord[] =>
  result.data.map((row) => ({
    ...row,
    hotelTitle: result.included.hotels?.[row.hotel as string]?.title,
    customerTitle: result.included.customers?.[row.customer as string]?.title,
  }))
const versionOf = (record: RaRecord | undefined): HeadersInit => ({
  'If-Match': `"${(record as { version?: number } | undefined)?.version ?? 0}"`,
})
const options = (resource: string, params: URLSearchParams): Promise<RaRecord[]> =>
  call(`/api/${resource}/options?${params.toString()}`)

const unused = (): Promise<never> => Promise.reject(new Error('Not part of the comparison'))

export const dataProvider = {
  async getList(resource, { sort, pagination, filter }) {
    const { q, ...rest } = filter as Record<string, string>
    if (resource !== 'bookings') {
      const data = await options(resource, new URLSearchParams(q ? { search: q } : {}))
      return { data, total: data.length }
    }
    const params = new URLSearchParams({
      sort: `${sort?.order === 'DESC' ? '-' : ''}${sort?.field ?? 'checkIn'}`,
      limit: String(pagination?.perPage ?? 25),
      page: String(pagination?.page ?? 1),
      fields: FIELDS,
      ...(q ? { search: q } : {}),
      ...Object.fromEntries(Object.entries(rest).map(([name, v]) => [`filter[${name}]`, v])),
    })
    const result = await call<ListResponse>(`/api/bookings?${params.toString()}`)
    return { data: titled(result), total: result.page.total }
  },
  getOne: async (resource, { id }) => ({ data: await call(`/api/${resource}/${id}`) }),
  getMany: async (resource, { ids }) => ({
    data: await options(resource, new URLSearchParams({ ids: ids.join(',') })),
  }),
  getManyReference: unused,
  create: async (resource, { data }) => ({
    data: await call(`/api/${resource}`, { method: 'POST', body: JSON.stringify(data) }),
  }),
  update: async (resource, { id, data, previousData }) => ({
    data: await call(`/api/${resource}/${id}`, {
      method: 'PATCH',
      body: JSON.stringify(data),
      headers: versionOf(previousData),
    }),
  }),
  updateMany: unused,
  async delete(resource, { id, previousData }) {
    await call(`/api/${resource}/${id}`, { method: 'DELETE', headers: versionOf(previousData) })
    return { data: previousData! }
  },
  deleteMany: unused,
} as DataProvider

export const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => (token() ? Promise.resolve() : Promise.reject(new Error('Not signed in'))),
  checkError: () => Promise.resolve(),
  async getIdentity() {
    const { account } = await call<{ account: { id: string; name: string } }>('/api/me')
    return { id: account.id, fullName: account.name }
  },
}
