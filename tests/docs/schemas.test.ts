/** What the pages say about declarations, rules, roles and tags is what the code declares. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { checkResources } from '#schemas/define/checks.ts'
import { grants } from '#schemas/define/permissions.ts'
import { TAG_COLORS, tagForm } from '#schemas/define/tagForm.ts'
import { resources } from '#schemas/index.ts'
import { builtInRoles } from '#server/rules/userRole/builtin.ts'
import { maskOf } from '#server/store/mask.ts'
import {
  codeBlocks,
  codeSpans,
  membersOf,
  pageNames,
  pageText,
  sectionOf,
  sourceOf,
  tableOf,
} from '#tests/support/docPages.ts'
import { examples } from '../types/pages.types.ts'

const root = path.resolve(import.meta.dirname, '../..')
const model = compileModel(resources)

/** Code without spaces, trailing commas and the braces of a member that a page shows alone. */
const dense = (code: string): string => code.replace(/\s+/g, '').replace(/,(?=[\])}]|$)/g, '')
const declared = [
  'tests/types/pages.types.ts',
  ...readdirSync(path.join(root, 'schemas'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `schemas/${file}`),
]
  .map((file) => dense(sourceOf(file)))
  .join('\n')

/** An example is a member or a call of a maker; `…` and `<field>` stand for anything. */
const isDeclared = (code: string): boolean =>
  new RegExp(
    dense(code)
      .split(/…|<\w+>/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*?'),
  ).test(declared)

/** Guides are followed word for word by `tests/guide.test.ts`. */
const guides = ['guide.md', 'kinds.md']

describe.each(pageNames.filter((page) => !guides.includes(page)))('%s', (page) => {
  const text = pageText(page)
  const spans = codeSpans(text).filter(
    (code) =>
      /^[a-z]\w*: (['{[]|true|false)/.test(code) ||
      /^(checkIn: )?(rows|secret|tags|day|instant|takenLines)\(/.test(code),
  )
  test('shows only declarations that compile', () => {
    const shown = [...codeBlocks(text, 'ts'), ...spans].filter((code) => !code.startsWith('opens:'))
    expect(shown.filter((code) => !isDeclared(code))).toEqual([])
  })
})

test('the examples of the pages are valid declarations', () => {
  expect(checkResources({ ...resources, ...examples })).toEqual([])
})

const firstCells = (page: string, heading: string): string[] =>
  tableOf(pageText(page), heading).flatMap(([cell]) => codeSpans(cell!))
const keysIn = (cells: readonly string[]): string[] =>
  cells.flatMap((code) => [...code.matchAll(/(?:^|, )(\w+)(?=: |$)/g)].map(([, key]) => key!))

test('the tables of the layouts page have a row for each member of the declarations', () => {
  const define = 'schemas/define'
  expect(keysIn(firstCells('layouts.md', '`layouts`')).sort()).toEqual(
    membersOf(`${define}/layouts.ts`, 'ListLayouts').sort(),
  )
  const detail = firstCells('layouts.md', '`detail`').map((code) => code.split(':')[0])
  expect(detail.sort()).toEqual(membersOf(`${define}/detail.ts`, 'DetailDef').sort())
  const worklist = firstCells('layouts.md', '`worklists: { arrivals: { … } }`').map((code) =>
    code.replace(/\{[^}]*\}/, '…'),
  )
  const listed = [
    ...worklist.flatMap((code) => [...code.matchAll(/(?:^|', )(\w+): /g)]),
    ['', 'tenantLabel'],
  ]
  expect(listed.map(([, key]) => key).sort()).toEqual(
    membersOf(`${define}/worklists.ts`, 'WorklistDef').sort(),
  )
})

test('the table of rules lists exactly the members of `EntityRules`', () => {
  expect(
    firstCells('rules.md', 'Part')
      .filter((code) => /^\w+$/.test(code))
      .sort(),
  ).toEqual(membersOf('src/server/store/write/rules.ts', 'EntityRules').sort())
})

test('the roles page lists the built-in roles in their order', () => {
  const [, list] = /Every installation has (\w+ roles: [^.]+)\./.exec(pageText('roles.md'))!
  expect(list).toBe(`six roles: ${builtInRoles.map(({ name }) => name).join(', ')}`)
  expect(builtInRoles.length).toBe(6)
})

test('super-admin alone reveals values, imports history and may do what a pattern denies', () => {
  const holders = (key: string) =>
    builtInRoles.filter((role) => grants(role.grants, key)).map(({ name }) => name)
  expect(pageText('roles.md')).toContain('of the built-in roles, super-admin alone')
  expect(pageText('import-export.md')).toContain('of the built-in roles only super-admin has it')
  expect(holders('vendor.reveal')).toEqual(['super-admin'])
  expect(holders('booking.import.history')).toEqual(['super-admin'])
  expect(grants({ allow: ['hotel.*'], deny: ['hotel.read'] }, 'hotel.read')).toBe(false)
})

test('the roles page shows masks as the server writes them', () => {
  const text = pageText('roles.md')
  const phone = model.resources
    .find((r) => r.entity === 'employee')!
    .fields.find((f) => f.name === 'phone')!
  const [, mask] = /\{ "masked": "([^"]+)" \}/.exec(text)!
  expect(text).toContain(
    'the last four characters of a text or phone number that has at least eight',
  )
  expect(maskOf(phone, `+351 21 000 ${mask!.slice(-4)}`)).toEqual({ masked: mask })
  expect(maskOf(phone, '1234567')).toEqual({ masked: '••••' })
})

test('payout accounts are secret and sensitive, phone numbers of employees sensitive', () => {
  expect(pageText('roles.md')).toContain(
    'Payout accounts of vendors are; phone numbers of employees are sensitive.',
  )
  const sensitive = model.resources.flatMap((r) =>
    r.fields.filter((f) => f.sensitive).map((f) => `${r.entity}.${f.name} ${f.kind}`),
  )
  expect(sensitive.sort()).toEqual(['employee.phone phone', 'vendor.payoutAccount secret'])
})

/** `Customers, vendors and hotels` as lower-case names. */
const listIn = (text: string): string[] => text.toLowerCase().split(/, | and | or /)
const labelsOf = (has: (r: (typeof model.resources)[number]) => unknown): string[] =>
  model.resources.filter(has).map((r) => r.label.many.toLowerCase())

test('the page of changes lists the entities with tags, and tags as they are stored', () => {
  const text = sectionOf(pageText('changes.md'), 'Tags')
  const [, list] = /`tags\(\)`\. ([^.]+) have it\./.exec(text)!
  expect(listIn(list!).sort()).toEqual(labelsOf((r) => r.taggable).sort())
  const [, typed, stored] = /without invisible characters: `([^`]+)` is `([^`]+)`/.exec(text)!
  expect(tagForm(typed!)).toBe(stored)
  expect(text).toContain('another of the eight can be chosen')
  expect(TAG_COLORS.length).toBe(8)
})

test('the page of rules lists the entities whose deletion in bulk needs an approval', () => {
  const [, most, list] = /deleting more than (\d+) ([^.]+?) at once/.exec(pageText('rules.md'))!
  const held = model.resources.filter((r) => r.approvals?.some((a) => a.name === 'bulk.delete'))
  expect(listIn(list!).sort()).toEqual(held.map((r) => r.label.many.toLowerCase()).sort())
  const limits = held.flatMap((r) => r.approvals!.find((a) => a.name === 'bulk.delete')!.when)
  expect([...new Set(limits.map(({ over }) => over))]).toEqual([Number(most)])
})
