import { importPKCS8, SignJWT, UnsecuredJWT } from 'jose'
import type { ServiceAccount } from './config.ts'

const audience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/**
 * The user of a custom token and the claims for security rules. `claims` appear at the top level of
 * `request.auth.token`.
 */
export interface CustomIdentity {
  readonly uid: string
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Creates a token with which a page signs in to the Firebase project as `uid`, for an hour at most.
 * It is signed with the key of the service account; without one it is unsigned, which only the Auth
 * emulator accepts.
 */
export const customToken = async (
  { uid, claims }: CustomIdentity,
  account: Pick<ServiceAccount, 'clientEmail' | 'privateKey' | 'keyId'> | undefined,
): Promise<string> => {
  const body = { uid, claims }
  if (!account) {
    return new UnsecuredJWT(body)
      .setIssuer('emulator')
      .setSubject('emulator')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode()
  }
  return new SignJWT(body)
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(account.keyId ? { kid: account.keyId } : {}),
    })
    .setIssuer(account.clientEmail)
    .setSubject(account.clientEmail)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(account.privateKey, 'RS256'))
}
