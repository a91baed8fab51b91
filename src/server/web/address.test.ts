import { expect, test } from 'vitest'
import { canonicalAddress, networkOfAddress } from './address.ts'

test('every spelling of an IP address becomes one canonical form, and invalid text none', () => {
  const spelled = (text: string) => canonicalAddress(text)
  expect(spelled('10.0.0.1')).toBe('10.0.0.1')
  expect(spelled('10.0.0.1:4711')).toBe('10.0.0.1')
  expect(spelled('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(spelled('::FFFF:0a00:0001')).toBe('10.0.0.1')
  expect(spelled('[2001:DB8:0:0::1]:443')).toBe('2001:db8::1')
  expect(spelled('2001:0db8:0000:0000:0000:0000:0000:0001')).toBe('2001:db8::1')
  expect(spelled('fe80::1%eth0')).toBe('fe80::1')
  for (const text of [
    'junk',
    '',
    '1.2.3',
    '999.1.1.1',
    '010.0.0.1',
    '2001:db8',
    '::1::',
    'a:1',
    '[::1',
  ]) {
    expect(spelled(text), text).toBeUndefined()
  }
})

test('rate limits group IPv6 addresses by their /64 prefix', () => {
  expect(networkOfAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOfAddress('2001:db8::6')).toBe('2001:db8:0:0::/64')
  expect(networkOfAddress('::1')).toBe('0:0:0:0::/64')
  expect(networkOfAddress('10.0.0.1')).toBe('10.0.0.1')
  expect(networkOfAddress('unknown')).toBe('unknown')
})
