/** URLs no list accepts: invalid names, operators and values of each field, and invalid cursors. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ResourceModel } from '#model/types.ts'
import type { ApiResponse, Api, CallOptions } from '#tests/api/harness.ts'

/** Sends a request that must be refused with one of these statuses. */
export type Wrong = (
  method: string,
  address: string,
  options?: CallOptions,
  statuses?: readonly number[],
) => Promise<ApiResponse>

/** Sends every invalid request for a list, its options and its aggregates. */
export const wrongAddresses = async (wrong: Wrong, resource: ResourceModel): Promise<void> => {
  const base = `/api/${resource.collection}`
  const junk = [
    '',
    'x',
    '-1',
    '1e999',
    "'",
    '%00',
    '%F0%28',
    '9'.repeat(400),
    '[]',
    '{}',
    'null',
    '2027-13-45',
    'a,b,,',
  ]
  for (const field of [...resource.fields.map((f) => f.name), 'nope', '__proto__', 'createdAt']) {
    for (const op of [
      'eq',
      'ne',
      'gte',
      'between',
      'in',
      'contains',
      'has',
      'isNull',
      'currency',
      'nope',
      '__proto__',
    ]) {
      for (const value of ['%00', '%ED%A0%80%00']) {
        await wrong('GET', `${base}?filter[${field}][${op}]=${value}`, {}, [400])
      }
    }
    for (const query of [
      `filter[${field}][nope]=1`,
      `filter[${field}.nope.x]=1`,
      `filter[or][x][${field}]=1`,
      `filter[and][0][or][0][not][not][${field}]=1`,
      `sort=${field},${field}`,
      `sort=--${field}`,
      `fields=${field},nope`,
      `group=${field}&sort=x`,
    ]) {
      await wrong('GET', `${base}?${query}`, {}, [400])
    }
    for (const measure of ['count', 'median', 'sum:sum', '']) {
      await wrong('GET', `${base}/aggregate?measure=${measure}:${field}`, {}, [400])
    }
  }
  for (const name of ['limit', 'page', 'cursor', 'total', 'trashed', 'fields', 'include', 'sort']) {
    for (const value of junk) await wrong('GET', `${base}?${name}=${value}`, {}, [400])
  }
  for (const query of [
    'limit=201',
    'limit=1.5',
    'page=2&cursor=x',
    'page=10001',
    'limit=200&page=51',
    'total=exact&total=exact',
    'search=' + 'x'.repeat(201),
    'filter=1',
    'filter[]=1',
    'filter[id]=x',
    `${'filter[not]'.repeat(1)}[not][not][not][not][id]=x`,
    Array.from({ length: 51 }, (_, i) => `filter[or][${i}][id]=${randomUUID()}`).join('&'),
  ]) {
    await wrong('GET', `${base}?${query}`, {}, [400])
  }
  for (const query of [
    'ids=x',
    'limit=0',
    'sort=id',
    `ids=${Array.from({ length: 201 }, () => randomUUID()).join(',')}`,
  ]) {
    await wrong('GET', `${base}/options?${query}`, {}, [400])
  }
  for (const query of [
    'group=nope',
    'measure=nope',
    'tz=Mars/Base',
    'tz=%2B01:00',
    'group=id,id',
    'limit=1',
    'group=createdAt:year',
  ]) {
    await wrong('GET', `${base}/aggregate?${query}`, {}, [400])
  }
}

/**
 * Sends cursors that are invented, truncated, or of another list; the collection has at least two
 * records.
 */
export const wrongCursors = async (
  api: Api,
  wrong: Wrong,
  resource: ResourceModel,
): Promise<void> => {
  const base = `/api/${resource.collection}`
  const { next } = (await api.call('GET', `${base}?limit=1&sort=createdAt`)).body.page as {
    next: string
  }
  expect(next).toBeTruthy()
  const [payload = '', signature = ''] = next.split('.')
  const forged = Buffer.from(
    Buffer.from(payload, 'base64url').toString().replace('2', '3'),
  ).toString('base64url')
  for (const cursor of [
    `${payload}.`,
    payload,
    `.${signature}`,
    `${forged}.${signature}`,
    next.slice(0, -2),
    `${next}x`,
    `${next}.${next}`,
  ]) {
    await wrong('GET', `${base}?limit=1&sort=createdAt&cursor=${cursor}`, {}, [400])
  }
  for (const other of [
    'sort=-createdAt',
    'sort=id',
    'sort=createdAt&search=x',
    'sort=createdAt&trashed=true',
  ]) {
    await wrong('GET', `${base}?limit=1&${other}&cursor=${next}`, {}, [400])
  }
}
