import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyDemo, startProduct, type Product } from '../../support/product.ts'

/** Console values of a fictitious project. */
export const webConfig = (projectId: string) => ({
  apiKey: 'web-key',
  projectId,
  authDomain: `${projectId}.firebaseapp.com`,
  storageBucket: `${projectId}.appspot.com`,
  messagingSenderId: '123456789012',
  appId: '1:123456789012:web:0a1b2c',
  // A valid point of the curve P-256, because the browser's push service checks it.
  vapidKey:
    'BDOU99-h67HcA6JeFXHbSNMu7e2yNNu3RzoMj8TM4W88jITfq7ZmPvIM1Iv-4_l2LxQcYwhqby2xGpWwzjfAnG4',
})

/**
 * A service account key as the console issues it; `tokenUri` is where access tokens are requested.
 */
export const serviceAccountKey = (projectId: string, tokenUri: string) => ({
  type: 'service_account',
  project_id: projectId,
  private_key_id: 'test-key',
  client_email: `tests@${projectId}.iam.gserviceaccount.com`,
  token_uri: tokenUri,
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
})

/**
 * Starts the built product with the demo data and a Firebase section: that of `webConfig` with
 * overrides. A `serviceAccount` given as an object is written beside it.
 */
export const startWithFirebase = async (
  projectId: string,
  given: Readonly<Record<string, unknown>>,
  env: Record<string, string> = {},
): Promise<Product> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'firebase-'))
  copyDemo(dataDir)
  const { serviceAccount, ...section } = given
  if (serviceAccount) {
    await writeFile(path.join(dataDir, 'service-account.json'), JSON.stringify(serviceAccount), {
      mode: 0o600,
    })
  }
  const file = path.join(dataDir, 'firebase.json')
  await writeFile(
    file,
    JSON.stringify({
      ...webConfig(projectId),
      ...section,
      ...(serviceAccount ? { serviceAccount: 'service-account.json' } : {}),
    }),
  )
  return startProduct({ dataDir, env: { FIREBASE_CONFIG: file, ...env } })
}
