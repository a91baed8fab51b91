/**
 * The Auth emulator of firebase-tools, started in this process: no Java, no download, no network.
 */
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'

interface Emulator {
  start(): Promise<void>
  stop(): Promise<void>
}
interface AuthModule {
  readonly AuthEmulator: new (args: {
    projectId: string
    host: string
    port: number
    singleProjectMode: number
  }) => Emulator
}

/** Loads a module of firebase-tools, which is in a separate package beside the tests. */
export const fromFirebaseTools = <T>(file: string): T => {
  const load = createRequire(path.resolve(import.meta.dirname, '../package.json'))
  try {
    return load(`firebase-tools/${file}`) as T
  } catch (error) {
    throw new Error(
      'firebase-tools is not installed in tests/firebase. `npm run test:firebase` installs it.',
      { cause: error },
    )
  }
}

/** Returns a free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/**
 * Project of callers with only a web key, such as browsers: the emulator ignores keys. Tests run
 * one after another and share it.
 */
export const EMULATED_PROJECT = 'demo-tests'

/** Starts it on a free port. Returns its origin and a function to stop it. */
export const startAuthEmulator = async (): Promise<{
  readonly origin: string
  stop(): Promise<void>
}> => {
  const port = await freePort()
  const { AuthEmulator } = fromFirebaseTools<AuthModule>('lib/emulator/auth/index.js')
  const anyProject = 0
  const emulator = new AuthEmulator({
    projectId: EMULATED_PROJECT,
    host: '127.0.0.1',
    port,
    singleProjectMode: anyProject,
  })
  await emulator.start()
  const origin = `http://127.0.0.1:${port}`
  // It listens a moment after it reports that it has started.
  for (let tries = 0; ; tries++) {
    if (
      await fetch(origin).then(
        (r) => r.ok,
        () => false,
      )
    ) {
      return { origin, stop: () => emulator.stop() }
    }
    if (tries > 600) throw new Error('The Auth emulator does not respond.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** An account as the emulator stores it. */
export interface EmulatedAccount {
  readonly localId: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly disabled?: boolean
  readonly providerUserInfo?: readonly { readonly providerId: string }[]
}

/** The emulator's side of one project: what an administrator does in the console. */
export const emulatedProject = (origin: string, projectId: string = EMULATED_PROJECT) => {
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }
  const admin = async <T>(
    path: string,
    body: object,
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<T> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: owner,
      body: JSON.stringify(body),
    })
    if (!response.ok) {
      throw new Error(
        `The Auth emulator returned ${response.status} to ${path}: ${await response.text()}`,
      )
    }
    return (await response.json()) as T
  }
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  return {
    /** Creates an account; returns its id. */
    create: async (account: {
      email?: string
      password?: string
      emailVerified?: boolean
      displayName?: string
    }): Promise<string> => (await admin<{ localId: string }>(accounts, account)).localId,
    update: (localId: string, change: object) =>
      admin<unknown>(`${accounts}:update`, { localId, ...change }),
    remove: (localId: string) => admin<unknown>(`${accounts}:delete`, { localId }),
    find: async (email: string): Promise<EmulatedAccount | undefined> =>
      (await admin<{ users?: EmulatedAccount[] }>(`${accounts}:lookup`, { email: [email] }))
        .users?.[0],
    configure: (change: object) =>
      admin<unknown>(`/emulator/v1/projects/${projectId}/config`, change, 'PATCH'),
    /** ID token and refresh token of an account with a password, as its owner gets them. */
    signIn: async (
      email: string,
      password: string,
    ): Promise<{
      readonly idToken: string
      readonly refreshToken: string
      readonly localId: string
    }> =>
      await admin(`/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=web-key`, {
        email,
        password,
        returnSecureToken: true,
      }),
    clear: () =>
      fetch(`${origin}/emulator/v1/projects/${projectId}/accounts`, {
        method: 'DELETE',
        headers: owner,
      }),
  }
}
export type EmulatedProject = ReturnType<typeof emulatedProject>
