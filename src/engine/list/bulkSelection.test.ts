import { expect, test } from 'vitest'
import { filterBody } from './bulkSelection.ts'

test('converts a list’s filter parameters into the nested filter of a bulk request', () => {
  const params = new URLSearchParams([
    ['filter[price][gte]', '5'],
    ['filter[price][lt]', '9'],
    ['filter[or][0][state][in]', 'draft,active'],
    ['filter[or][1][vendor][name][contains]', 'a]b'],
    ['sort', '-price'],
    ['search', 'pool'],
  ])
  expect(JSON.parse(JSON.stringify(filterBody(params)))).toEqual({
    price: { gte: '5', lt: '9' },
    or: { '0': { state: { in: 'draft,active' } }, '1': { vendor: { name: { contains: 'a]b' } } } },
  })
})
