import { appConfig, type FirebaseProject } from '../config.ts'

export type { FirebaseProject }

/** Sign-in providers. */
export const providers = ['google', 'facebook', 'github', 'twitter'] as const
export type Provider = (typeof providers)[number]

/** The project, if it provides this service. */
export const firebaseFor = (
  service: FirebaseProject['services'][number],
): FirebaseProject | undefined => {
  const project = appConfig().firebase
  return project?.services.includes(service) ? project : undefined
}
