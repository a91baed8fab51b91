import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

/** Services that a Firebase project can take over, each independently. */
export const firebaseServices = ['identity', 'files', 'push', 'documents'] as const
export type FirebaseService = (typeof firebaseServices)[number]

/** Sign-in providers of the identity service. */
export const identityProviders = ['google', 'facebook', 'github', 'twitter', 'password'] as const

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
/** A host name, which is inserted into the content security policy as is. */
const host = z
  .string()
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/i,
    'must be a host name such as my-project.firebaseapp.com',
  )
const samePath = z
  .string()
  .regex(/^\/(?!\/)[\w./~-]*$/, 'must be a path of the same site, such as /session')

/** Addresses of the local emulators; the page and the server use them instead of Google. */
const emulators = z.strictObject({
  auth: origin.optional(),
  storage: origin.optional(),
  firestore: origin.optional(),
})

/** Replacements for single Google endpoints that the server calls; for tests. */
const endpoints = z.strictObject({
  /** Public keys for verifying ID tokens, as a JSON Web Key Set. */
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
      /** Sign-in providers offered; each must also be enabled in the project. */
      providers: z.array(z.enum(identityProviders)).default([...identityProviders]),
      /** A path of this site that sets and clears a cookie with the ID token. */
      cookiePath: samePath.optional(),
    })
    .prefault({}),
  documents: z
    .strictObject({
      /** Collections kept in Firestore instead of the server's database. */
      resources: z.array(z.string()).default([]),
      /** Those of them whose screens update live. */
      live: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Path of a service account's key file, relative to this file. Never leaves the server. */
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

/** The key with which the server accesses the project. A secret. */
export interface ServiceAccount {
  readonly clientEmail: string
  readonly privateKey: string
  readonly keyId: string | undefined
  readonly tokenUri: string
}

/**
 * The Firebase project of this installation. Everything except `serviceAccount` and `endpoints` is
 * public.
 */
export type FirebaseConfig = Omit<z.output<typeof section>, 'serviceAccount'> & {
  readonly serviceAccount: ServiceAccount | undefined
}

/** The part of it that is exposed to the page. */
export type PublicFirebase = Omit<FirebaseConfig, 'serviceAccount' | 'endpoints'>

/**
 * Where the installation runs; emulators and test endpoints are allowed only on a developer's own
 * machine.
 */
export interface FirebaseSurroundings {
  /** True if others can reach the server. */
  readonly exposed: boolean
}

/** Settings a service needs besides the API key and the project. */
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

/** The part of a schema that is used here: the compiler need not compare the rest. */
interface Reads<T> {
  safeParse(value: unknown): z.ZodSafeParseResult<T>
}

const checked = <T>(schema: Reads<T>, value: unknown, name: string): T => {
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
 * Reads the Firebase section from a file. An invalid one never stops the server: it returns the
 * problem as one sentence instead, and everything stays on the embedded services.
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

/** Returns the part of the section that is sent to the page. */
export const publicFirebase = ({
  serviceAccount: _,
  endpoints: __,
  ...rest
}: FirebaseConfig): PublicFirebase => rest

/** True when a service is handled by Firebase. */
export const uses = (
  config: FirebaseConfig | undefined,
  service: FirebaseService,
): config is FirebaseConfig => config?.services.includes(service) ?? false
