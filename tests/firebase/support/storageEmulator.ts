/**
 * The Storage emulator of firebase-tools, started in this process. Its rules engine is a Java
 * program that is downloaded; here code replaces the conditions of
 * `src/server/firebase/storage.rules`, so the file itself is not evaluated.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort, fromFirebaseTools } from './authEmulator.ts'

interface Verified {
  readonly method: 'get' | 'list' | 'create' | 'update' | 'delete'
  readonly path: string
  readonly file: { readonly before?: unknown; readonly after?: { readonly size: string | number } }
  readonly token: string | undefined
}
interface Emulator {
  start(): Promise<void>
  stop(): Promise<void>
  reset(): void
  _rulesRuntime: unknown
  _rulesManager: unknown
  createRulesManager(rules: unknown): unknown
  readonly adminStorageLayer: {
    listObjects(request: {
      bucketId: string
      prefix: string
    }): Promise<{ items?: readonly { name: string }[] }>
  }
}
interface RegistryModule {
  readonly EmulatorRegistry: {
    start(emulator: Emulator): Promise<void>
    stop(name: 'storage'): Promise<void>
  }
}
interface StorageModule {
  readonly StorageEmulator: new (args: {
    projectId: string
    host: string
    port: number
    rules: { name: string; content: string }
    auto_download: boolean
  }) => Emulator
}

const claimsOf = (token: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >
  } catch {
    return {}
  }
}

const permits = ({ method, path: place, file, token }: Verified): boolean => {
  const [, person, upload] =
    /\/o\/incoming\/([^/]+)\/([^/]+)$/.exec(decodeURIComponent(place)) ?? []
  const claims = claimsOf(token)
  const own = person !== undefined && claims.sub === person && claims.upload === upload
  if (method === 'create') return own && !file.before && Number(file.after?.size ?? 0) <= 25_000_000
  return own && (method === 'get' || method === 'delete')
}

const issues = { errors: [], warnings: [], all: [], exist: () => false }
const runtime = {
  start: async () => undefined,
  stop: async () => undefined,
  loadRuleset: async () => ({
    issues,
    ruleset: { verify: async (what: Verified) => ({ permitted: permits(what), issues }) },
  }),
}

/** Starts it on a free port; `objects` are the names in a bucket. */
export const startStorageEmulator = async (): Promise<{
  readonly origin: string
  objects(bucket: string, prefix?: string): Promise<string[]>
  stop(): Promise<void>
}> => {
  const port = await freePort()
  const { StorageEmulator } = fromFirebaseTools<StorageModule>('lib/emulator/storage/index.js')
  const file = path.resolve(import.meta.dirname, '../../../src/server/firebase/storage.rules')
  const rules = { name: file, content: readFileSync(file, 'utf8') }
  const emulator = new StorageEmulator({
    projectId: 'demo-tests',
    host: '127.0.0.1',
    port,
    rules,
    auto_download: false,
  })
  emulator._rulesRuntime = runtime
  emulator._rulesManager = emulator.createRulesManager(rules)
  // Its links contain the address under which it is registered.
  const { EmulatorRegistry } = fromFirebaseTools<RegistryModule>('lib/emulator/registry.js')
  await EmulatorRegistry.start(emulator)
  const origin = `http://127.0.0.1:${port}`
  for (
    let tries = 0;
    !(await fetch(origin).then(
      () => true,
      () => false,
    ));
    tries++
  ) {
    if (tries > 600) throw new Error('The Storage emulator does not respond.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    origin,
    objects: async (bucketId, prefix = '') =>
      ((await emulator.adminStorageLayer.listObjects({ bucketId, prefix })).items ?? []).map(
        (item) => item.name,
      ),
    stop: () => EmulatorRegistry.stop('storage'),
  }
}
