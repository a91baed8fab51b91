import { exportPKCS8, generateKeyPair, jwtVerify, decodeJwt } from 'jose'
import { expect, test, vi } from 'vitest'
import { postcards, postModel } from '#tests/support/toyDocuments.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Actor } from '../permissions/types.ts'
import type { FirebaseConfig } from './config.ts'
import { operationsOf, openDocuments, RIGHTS_MS } from './documents.ts'
import { documentFiles } from './documentFiles.ts'
import { indexesOf } from './indexesFile.ts'

const facts = { ruled: new Set<string>(), checked: new Set<string>() }
const as = (grants: Actor['grants'], tenant: string | null = null) =>
  compileAccess(postModel, {
    kind: 'person',
    accountId: 'a',
    personId: '01900000-0000-7000-8000-0000000000aa',
    name: 'Ada',
    tenant,
    roleIds: [],
    grants,
  })
const operations = (...args: Parameters<typeof as>) => [...operationsOf(as(...args), postcards)]
const config = (more: Partial<FirebaseConfig> = {}): FirebaseConfig =>
  ({
    apiKey: 'k',
    projectId: 'demo-x',
    services: ['documents'],
    identity: { providers: [] },
    documents: { resources: ['post-cards'], live: [] },
    emulators: { auth: 'http://127.0.0.1:1' },
    endpoints: {},
    serviceAccount: undefined,
    ...more,
  }) as unknown as FirebaseConfig

test('the files generated for an invented domain match their snapshots', async () => {
  const files = documentFiles(postModel, facts)
  await expect(files['firestore.rules']).toMatchFileSnapshot('./__fixtures__/postcards.rules')
  await expect(files['documents.md']).toMatchFileSnapshot('./__fixtures__/postcards.md')
})

test('the committed files match what the schemas generate', async () => {
  const [{ resources }, { compileModel }, { rules }, { readFile }] = await Promise.all([
    import('#schemas/index.ts'),
    import('#model/compile.ts'),
    import('../rules/index.ts'),
    import('node:fs/promises'),
  ])
  const files = documentFiles(compileModel(resources), {
    ruled: new Set(Object.keys(rules)),
    checked: new Set(
      Object.values(resources)
        .filter((r) => 'check' in r && r.check)
        .map((r) => r.permission),
    ),
  })
  for (const [name, text] of Object.entries(files)) {
    expect(
      await readFile(`${import.meta.dirname}/generated/${name}`, 'utf8'),
      `Run npm run generate: ${name}`,
    ).toBe(text)
  }
})

test('each sort has an index in both directions, alone and behind each filter; range filters follow the sort', () => {
  const made = indexesOf(postcards).map((i) =>
    i.fields
      .map(({ fieldPath, arrayConfig, order }) => {
        const direction = order === 'DESCENDING' ? '-' : ''
        return `${fieldPath}${arrayConfig ? '[]' : direction}`
      })
      .join(' '),
  )
  expect(new Set(made).size).toBe(made.length)
  for (const one of [
    'deleted title',
    'deleted title-',
    'deleted from title',
    'deleted title- from-',
    'deleted words[] price.amount',
    'deleted price.currency price.amount',
    'deleted price.currency price.amount on-',
    'deleted price.currency on- price.amount-',
    'deleted seenAt on',
    'deleted sent createdAt-',
  ]) {
    expect(made, one).toContain(one)
  }
  expect(
    made
      .filter((m) => m.startsWith('deleted from') || m.endsWith(' sent'))
      .every((m) => m !== 'deleted title sent'),
  ).toBe(true)
})

test('document access is granted only for operations a person may do on all rows and fields', () => {
  const all = { allow: ['*'], deny: [] }
  expect(operations([all])).toEqual(['list', 'read', 'create', 'update', 'delete', 'purge'])
  expect(operations([{ allow: ['*.list', '*.read'], deny: [] }])).toEqual(['list', 'read'])
  expect(operations([{ allow: ['*'], deny: ['postcard.field.note.read'] }])).toEqual([])
  expect(operations([{ allow: ['*'], deny: ['postcard.field.note.write'] }])).toEqual([
    'list',
    'read',
    'delete',
    'purge',
  ])
  expect(operations([{ ...all, rows: { postcard: { sent: true } } }])).toEqual([])
  expect(
    operations([
      { ...all, rows: { postcard: { sent: true } } },
      { allow: ['postcard.read', 'postcard.list', 'postcard.field.*.read'], deny: [] },
    ]),
  ).toEqual(['list', 'read'])
  expect(operations([])).toEqual([])
  expect(operations([all], '01900000-0000-7000-8000-0000000000bb')).toEqual([])
})

test('a person’s permissions are signed with the service account key, valid for minutes', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const documents = openDocuments(
    config({
      emulators: {},
      serviceAccount: {
        clientEmail: 'svc@x',
        privateKey: await exportPKCS8(privateKey),
        keyId: 'k1',
        tokenUri: 'https://x',
      },
    }),
    postModel,
    facts,
    () => {},
  )
  const grant = await documents.grant(as([{ allow: ['*.list', '*.read'], deny: [] }]))
  const { payload, protectedHeader } = await jwtVerify(grant.token, publicKey, {
    issuer: 'svc@x',
    audience:
      'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'k1' })
  expect(payload.claims).toEqual({
    documents: { 'post-cards': ['l', 'r'] },
    person: grant.person,
    until: Date.parse(grant.expiresAt),
  })
  expect(Date.parse(grant.expiresAt)).toBeLessThanOrEqual(Date.now() + RIGHTS_MS)
  expect(payload.uid).not.toContain(' ')
})

test('a resource unfit for Firestore stays on the server with a warning; without a key all of them do', () => {
  const warn = vi.fn<(line: string) => void>()
  const documents = openDocuments(
    config({ documents: { resources: ['towns', 'castles', 'post-cards'], live: [] } }),
    postModel,
    facts,
    warn,
  )
  expect([...documents.collections]).toEqual(['post-cards'])
  expect(warn.mock.calls.flat().join('\n')).toMatch(
    /"towns" stays on the server: “from” of post-cards points at it[^]*"castles" stays on the server: There is no such collection/,
  )
  warn.mockClear()
  expect(openDocuments(config({ emulators: {} }), postModel, facts, warn).collections.size).toBe(0)
  expect(warn.mock.calls).toHaveLength(1)
  expect(
    openDocuments(config({ services: ['push'] }), postModel, facts, warn).collections.size,
  ).toBe(0)
  expect(openDocuments(undefined, postModel, facts, warn).collections.size).toBe(0)
})

test('pages get only the permissions that Firestore supports', async () => {
  const documents = openDocuments(config(), postModel, facts, () => {})
  const keys = [
    'postcard.list',
    'postcard.update',
    'postcard.export',
    'postcard.import',
    'postcard.field.note.write',
    'town.export',
  ]
  expect(documents.keys(as([{ allow: ['*'], deny: [] }]), keys)).toEqual([
    'postcard.list',
    'postcard.update',
    'postcard.field.note.write',
    'town.export',
  ])
  expect(documents.keys(as([{ allow: ['*'], deny: ['postcard.field.note.read'] }]), keys)).toEqual([
    'town.export',
  ])
  expect(decodeJwt((await documents.grant(as([{ allow: ['*'], deny: [] }]))).token)).toMatchObject({
    claims: { documents: { 'post-cards': ['l', 'r', 'c', 'u', 'd', 'p'] } },
  })
})
