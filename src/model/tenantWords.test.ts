import { expect, test } from 'vitest'
import { tenantWordsOf } from './tenantWords.ts'
import { compileModel } from './compile.ts'
import { checkResources } from '#schemas/define/checks.ts'
import { defineResource, instant, text, z, type AnyResource } from '#schemas/define/index.ts'

const seller = (more: object = {}) =>
  defineResource({
    name: 'sellers',
    permission: 'seller',
    label: { one: 'Seller', many: 'Sellers' },
    tenantLabel: { one: 'Business', many: 'Your business' },
    title: 'name',
    scope: 'id',
    shape: z.object({ name: text(), since: instant().optional() }),
    metrics: { joined: { label: 'New sellers', at: 'since' } },
    ...more,
  } as never) as AnyResource
const found = (...resources: AnyResource[]): string[] =>
  checkResources(Object.fromEntries(resources.map((r) => [r.permission, r])))
    .filter((p) => p.id.startsWith('tenantLabel'))
    .map((p) => `${p.at} ${p.id}`)

test('labels for people of a tenant are found with the labels they replace', () => {
  const resource = seller({
    metrics: { joined: { label: 'New sellers', tenantLabel: 'Your start', at: 'since' } },
    worklists: { asked: { label: 'To admit', tenantLabel: 'Your request', can: 'update' } },
    list: { queues: { late: { label: 'Late', tenantLabel: 'Yours', without: 'since' } } },
  })
  expect(found(resource)).toEqual([])
  expect(tenantWordsOf(compileModel({ seller: resource }))).toEqual({
    Seller: 'Business',
    Sellers: 'Your business',
    Late: 'Yours',
    'New sellers': 'Your start',
    'To admit': 'Your request',
  })
})

test('a label that no tenant reads, or with two wordings, is a mistake', () => {
  expect(found(seller({ scope: 'staff' }))).toEqual([
    'sellers.tenantLabel.one tenantLabel.unseen',
    'sellers.tenantLabel.many tenantLabel.unseen',
  ])
  const other = seller({
    name: 'shops',
    permission: 'shop',
    tenantLabel: { one: 'Shop', many: 'Your business' },
  })
  expect(found(seller(), other)).toEqual([
    'sellers.tenantLabel.one tenantLabel.twice',
    'shops.tenantLabel.one tenantLabel.twice',
  ])
})
