import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeJwt, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { readConfig } from '../config.ts'
import { configuredFileStore } from '../fileStores.ts'
import type { FirebaseConfig } from './config.ts'
import { customToken } from './customToken.ts'
import { firebaseFiles } from './files.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const account = {
  clientEmail: 'svc@demo-shop.iam.gserviceaccount.com',
  privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  keyId: 'k1',
  tokenUri: 'http://127.0.0.1:1/token',
}
const project = (given: Partial<FirebaseConfig> = {}): FirebaseConfig => ({
  apiKey: 'web-key',
  projectId: 'demo-shop',
  storageBucket: 'demo-shop.appspot.com',
  services: ['files'],
  identity: { providers: [] },
  documents: { resources: [], live: [] },
  emulators: {},
  endpoints: {},
  serviceAccount: account,
  ...given,
})

test('an upload token is signed by the service account for the identity service, and expires in an hour', async () => {
  const { payload, protectedHeader } = await jwtVerify(
    await customToken({ uid: 'ada', claims: { upload: 'u1' } }, account),
    pair.publicKey,
    {
      issuer: account.clientEmail,
      subject: account.clientEmail,
      audience:
        'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
      algorithms: ['RS256'],
    },
  )
  expect([payload.uid, payload.claims, protectedHeader.kid, payload.exp! - payload.iat!]).toEqual([
    'ada',
    { upload: 'u1' },
    'k1',
    3600,
  ])
})

test('an upload gets its own object; with only half of the project emulated it goes through the server', async () => {
  const offer = await firebaseFiles(project())!.direct.offer('u1', 'ada')
  expect(offer!.path).toBe('incoming/ada/u1')
  expect(decodeJwt(offer!.token)).toMatchObject({ uid: 'ada', claims: { upload: 'u1' } })
  expect(
    await firebaseFiles(project({ emulators: { storage: 'http://127.0.0.1:9199' } }))!.direct.offer(
      'u1',
      'ada',
    ),
  ).toBeUndefined()
  expect(
    await firebaseFiles(project({ emulators: { auth: 'http://127.0.0.1:9099' } }))!.direct.offer(
      'u1',
      'ada',
    ),
  ).toBeUndefined()
})

test('without a bucket or a service account key there is no Firebase store', () => {
  expect(firebaseFiles(undefined)).toBeUndefined()
  expect(firebaseFiles(project({ storageBucket: undefined }))).toBeUndefined()
  expect(firebaseFiles(project({ serviceAccount: undefined }))).toBeUndefined()
})

test('the configuration decides where new files are stored', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'files-'))
  const s3Url = 'http://id:secret@127.0.0.1:1/bucket'
  const current = (given: Partial<Parameters<typeof configuredFileStore>[0]>) =>
    configuredFileStore(
      { dataDir, s3Url: undefined, files: undefined, firebaseConfig: undefined, ...given },
      silentLog,
    ).current
  expect(current({})).toBe('local')
  expect(current({ s3Url })).toBe('s3')
  expect(current({ s3Url, firebaseConfig: project() })).toBe('firebase')
  expect(current({ s3Url, firebaseConfig: project({ services: ['push'] }) })).toBe('s3')
  expect(current({ s3Url, files: 'local' })).toBe('local')
  expect(current({ files: 'firebase' })).toBe('local')
  await rm(dataDir, { recursive: true })
})

test('an invalid S3 address, or FILES=s3 without one, fails the start without revealing the secret', () => {
  for (const [env, word] of [
    [{ S3_URL: 'https://minio.example/box' }, 'S3_URL names no access key'],
    [{ S3_URL: 'https://id:hush@minio.example' }, 'S3_URL names no bucket'],
    [{ S3_URL: 'ftp://x' }, 'S3_URL must be'],
    [{ FILES: 's3' }, 'S3_URL is missing'],
    [{ FILES: 'tape' }, 'FILES must be'],
  ] as const) {
    expect(() => readConfig(env)).toThrow(word)
    expect(() => readConfig(env)).not.toThrow('hush')
  }
  expect(readConfig({ S3_URL: 's3://id:secret@bucket', FILES: 'local' })).toMatchObject({
    files: 'local',
  })
})
