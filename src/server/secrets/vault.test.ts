import { expect, test } from 'vitest'
import { isSealed } from '#schemas/define/sealed.ts'
import { createVault, shownPart } from './vault.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const OTHER = 'another secret of the tests, as long as that one'
const IBAN = 'PT50 0002 0123 1234 5678 9015 4'
const place = { table: 'vendors', column: 'payout_account', id: 'v1' }

test('a value is encrypted differently each time, and can be decrypted only in its own place', () => {
  const vault = createVault(SECRET)
  const [one, two] = [vault.seal(place, IBAN), vault.seal(place, IBAN)]
  expect(one).not.toBe(two)
  expect(isSealed(one)).toBe(true)
  expect(one).not.toContain('0002')
  expect([one, two].map((sealed) => vault.open(place, sealed))).toEqual([IBAN, IBAN])
  expect(createVault(SECRET).open(place, one)).toBe(IBAN)
  for (const moved of [{ id: 'v2' }, { table: 'customers' }, { column: 'tax_id' }]) {
    expect(() => vault.open({ ...place, ...moved }, one)).toThrow()
  }
  const parts = one.split(':')
  for (const at of [3, 4, 5]) {
    expect(() =>
      vault.open(place, parts.map((p, i) => (i === at ? `A${p.slice(1)}B` : p)).join(':')),
    ).toThrow()
  }
})

test('reveals the last four characters of a long value, and nothing of a short value', () => {
  const vault = createVault(SECRET)
  const shown = (value: string) => shownPart(vault.seal(place, value))
  expect([shown(IBAN), shown('1234567'), shown('account:a:b:c')]).toEqual(['15 4', '', ':b:c'])
})

test('another secret cannot decrypt and reports it, unless the old secret is configured as previous', () => {
  const sealed = createVault(SECRET).seal(place, IBAN)
  const [other, rotated] = [createVault(OTHER), createVault(OTHER, [SECRET])]
  expect(other.holds(sealed)).toBe(false)
  expect(() => other.open(place, sealed)).toThrow(/encrypted with another SECRET/)
  expect(rotated.holds(sealed)).toBe(true)
  expect(rotated.open(place, sealed)).toBe(IBAN)
  expect(rotated.seal(place, IBAN)).toContain(`:${other.key}:`)
})

test('the blind index finds equal values in one column, ignoring case and spaces', () => {
  const vault = createVault(SECRET)
  const blind = vault.seal(place, IBAN).split(':')[3]
  const blinds = (value: string, column = 'payout_account') =>
    vault.blinds('vendors', column, value)
  expect(blinds(IBAN.toLowerCase().replaceAll(' ', ''))).toEqual([blind])
  expect(blinds(IBAN.slice(0, -1))).not.toContain(blind)
  expect(blinds(IBAN, 'tax_id')).not.toContain(blind)
  expect(createVault(OTHER, [SECRET]).blinds('vendors', 'payout_account', IBAN)).toContain(blind)
})
