import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

/** The services that a Firebase project can take over, each on its own. */
export const firebaseServices = ['identity', 'files', 'push', 'documents'] as const
export type FirebaseService = (typeof firebaseServices)[number]

/** Ways to sign in with the identity service. */
export const identityProviders = ['google', 'facebook', 'github', 'twitter', 'password'] as const
export type IdentityProvider = (typeof identityProviders)[number]

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:\/\/[^/]+\/?$/.test(text),
    'must be an address such as http://127.0.0.1:9099, without a path',
  )
  .transform((text) => text.replace(/\/$/, ''))
const webAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:/.test(text), 'must be an address')
/** A host name, which goes into the content security policy as it is. */
const host = z
  .string()
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/i,
    'must be a host name such as my-project.firebaseapp.com',
  )
const samePath = z
  .string()
  .regex(/^\/(?!\/)[\w./~-]*$/, 'must be a path of the same site, such as /session')

/** Where the local emulators listen; the page and the server talk to them instead of Google. */
const emulators = z.strictObject({
  auth: origin.optional(),
  storage: origin.optional(),
  firestore: origin.optional(),
})

/** Stand-ins for single addresses of Google's that the server calls; for tests. */
const endpoints = z.strictObject({
  /** The public keys that ID tokens are checked with, as a JSON Web Key Set. */
  keys: webAddress.optional(),
  /** Instead of https://identitytoolkit.googleapis.com. */
  identity: origin.optional(),
  /** Instead of https://fcm.googleapis.com. */
  fcm: origin.optional(),
  /** Instead of https://storage.googleapis.com. */
  storage: origin.optional(),
})

const section = z.object({
  apiKey: z
    .string()
    .min(1)
    .refine(
      (key) => !key.includes(':'),
      'must not contain a colon; copy the web API key, not the app id',
    ),
  projectId: z
    .string()
    .regex(/^[a-z0-9-]{4,40}$/, 'must be the id of a project: small letters, digits and hyphens'),
  authDomain: host.optional(),
  storageBucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  messagingSenderId: z.string().regex(/^\d+$/, 'must be digits').optional(),
  appId: z.string().optional(),
  vapidKey: z.string().optional(),
  services: z.array(z.enum(firebaseServices)).default([]),
  identity: z
    .strictObject({
      /** Which ways to sign in are offered; each must be switched on in the project too. */
      providers: z.array(z.enum(identityProviders)).default([...identityProviders]),
      /** A path of this site that sets and clears a cookie with the ID token. */
      cookiePath: samePath.optional(),
    })
    .prefault({}),
  documents: z
    .strictObject({
      /** Collections that are kept in Firestore instead of the server's database. */
      resources: z.array(z.string()).default([]),
      /** Those of them whose screens follow changes as they happen. */
      live: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** File with the key of a service account; relative to this one. Never leaves the server. */
  serviceAccount: z.string().optional(),
  emulators: emulators.prefault({}),
  endpoints: endpoints.prefault({}),
})

const account = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
  token_uri: webAddress.default('https://oauth2.googleapis.com/token'),
})

/** The key with which the server acts in the project. A secret. */
export interface ServiceAccount {
  readonly clientEmail: string
  readonly privateKey: string
  readonly keyId: string | undefined
  readonly tokenUri: string
}

/** A Firebase project as this installation uses it. All but `serviceAccount` and `endpoints` is public. */
export type FirebaseConfig = Omit<z.output<typeof section>, 'serviceAccount'> & {
  readonly serviceAccount: ServiceAccount | undefined
}

/** What the page may know of it. */
export type PublicFirebase = Omit<FirebaseConfig, 'serviceAccount' | 'endpoints'>

/** Where the installation runs; emulators and stand-ins are for a developer's own machine. */
export interface FirebaseSurroundings {
  /** Others can reach the server. */
  readonly exposed: boolean
}

/** What a service needs beside the API key and the project. */
const needs: Readonly<
  Record<
    FirebaseService,
    readonly ('authDomain' | 'storageBucket' | 'messagingSenderId' | 'appId' | 'vapidKey')[]
  >
> = {
  identity: ['authDomain'],
  files: ['storageBucket'],
  push: ['messagingSenderId', 'appId', 'vapidKey'],
  documents: [],
}

class Broken extends Error {}

const read = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Broken(`"${file}" cannot be read as JSON`)
  }
}

const checked = <T>(schema: z.ZodType<T>, value: unknown, name: string): T => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Broken(
    `in ${name}, ${parsed.error.issues.map((i) => `${i.path.join('.') || 'the whole'}: ${i.message}`).join('; ')}`,
  )
}

const serviceAccountOf = (file: string, projectId: string): ServiceAccount => {
  const {
    project_id: project,
    client_email: clientEmail,
    private_key: privateKey,
    private_key_id: keyId,
    token_uri: tokenUri,
  } = checked(account, read(file), `"${path.basename(file)}"`)
  if (project !== projectId) {
    throw new Broken(
      `the service account belongs to the project "${project}", not to "${projectId}"`,
    )
  }
  return { clientEmail, privateKey, keyId, tokenUri }
}

const load = (file: string, { exposed }: FirebaseSurroundings): FirebaseConfig => {
  const { serviceAccount: keyFile, ...given } = checked(
    section,
    read(file),
    `"${path.basename(file)}"`,
  )
  const missing = given.services.flatMap((service) =>
    needs[service]
      .filter((name) => !given[name])
      .map((name) => `${name} is missing for ${service}`),
  )
  if (missing.length) throw new Broken(missing.join('; '))
  const standIns = [...Object.keys(given.emulators), ...Object.keys(given.endpoints)]
  if (standIns.length && exposed) {
    throw new Broken(
      `emulators and stand-ins (${standIns.join(', ')}) are refused where others can reach the server: whoever reached one could sign in as anybody`,
    )
  }
  const serviceAccount = keyFile
    ? serviceAccountOf(path.resolve(path.dirname(file), keyFile), given.projectId)
    : undefined
  if (given.services.includes('push') && !serviceAccount) {
    throw new Broken('serviceAccount is missing for push: the server sends with it')
  }
  if (given.services.includes('files') && !serviceAccount && !given.emulators.storage) {
    throw new Broken('serviceAccount is missing for files: the server reads and keeps them with it')
  }
  return { ...given, serviceAccount }
}

/**
 * Reads the section of a Firebase project from a file. A broken one never stops the server: it answers why instead, as one
 * sentence, and everything stays on the embedded services.
 */
export const readFirebase = (
  file: string,
  surroundings: FirebaseSurroundings,
): { readonly config: FirebaseConfig } | { readonly problem: string } => {
  try {
    return { config: load(file, surroundings) }
  } catch (error) {
    if (error instanceof Broken) {
      return {
        problem: `FIREBASE_CONFIG is not used, everything stays on the embedded services: ${error.message}.`,
      }
    }
    throw error
  }
}

/** The part of the section that the page gets. */
export const publicFirebase = ({
  serviceAccount: _,
  endpoints: __,
  ...rest
}: FirebaseConfig): PublicFirebase => rest

/** Whether a service is switched over. */
export const uses = (
  config: FirebaseConfig | undefined,
  service: FirebaseService,
): config is FirebaseConfig => config?.services.includes(service) ?? false
