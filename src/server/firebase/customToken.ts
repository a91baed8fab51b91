import { importPKCS8, SignJWT, UnsecuredJWT } from 'jose'
import type { ServiceAccount } from './config.ts'

const audience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** Who signs in with a custom token, and what rules may know of them. `claims` stand at the top of `request.auth.token`. */
export interface CustomIdentity {
  readonly uid: string
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * A token with which a page signs in to the Firebase project as `uid`, for an hour at most. Signed with the key of the
 * service account; without one it is unsigned, which only the Auth emulator takes.
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
