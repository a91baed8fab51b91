import type { FirebaseApp } from 'firebase/app'
import type { FirebaseProject } from './project.ts'

let app: Promise<FirebaseApp> | undefined

/** The page's only Firebase app, created when one of its services is first used. */
export const firebaseApp = (project: FirebaseProject): Promise<FirebaseApp> => {
  app ??= import('firebase/app').then(({ initializeApp }) => {
    const { apiKey, projectId, authDomain, storageBucket, messagingSenderId, appId } = project
    const given = { authDomain, storageBucket, messagingSenderId, appId }
    return initializeApp({
      apiKey,
      projectId,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
    })
  })
  return app
}
