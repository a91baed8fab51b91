import type { FirebaseApp } from 'firebase/app'
import type { FirebaseProject } from './project.ts'

let app: Promise<FirebaseApp> | undefined

/** The one app of the page, made when the first service of it is asked for. */
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
