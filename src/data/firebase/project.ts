/** The Firebase project that the server's configuration names, as the page may know it; nothing of it is a secret. */
export interface FirebaseProject {
  readonly apiKey: string
  readonly projectId: string
  readonly authDomain?: string
  readonly storageBucket?: string
  readonly messagingSenderId?: string
  readonly appId?: string
  readonly vapidKey?: string
  readonly services: readonly ('identity' | 'files' | 'push' | 'documents')[]
  readonly identity: { readonly providers: readonly (Provider | 'password')[]; readonly cookiePath?: string }
  readonly documents: { readonly resources: readonly string[]; readonly live: readonly string[] }
  /** Origins of emulators that stand in for Google. */
  readonly emulators: { readonly auth?: string; readonly storage?: string; readonly firestore?: string }
}

/** Whom people can sign in with. */
export const providers = ['google', 'facebook', 'github', 'twitter'] as const
export type Provider = (typeof providers)[number]

/** The project, where one is configured. */
export const firebaseProject = (): FirebaseProject | undefined =>
  typeof window === 'undefined' ? undefined : (window as { __APP_CONFIG__?: { readonly firebase?: FirebaseProject } }).__APP_CONFIG__?.firebase

/** The project, where it provides this service. */
export const firebaseFor = (service: FirebaseProject['services'][number]): FirebaseProject | undefined => {
  const project = firebaseProject()
  return project?.services.includes(service) ? project : undefined
}
