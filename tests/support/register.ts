import type { Mail } from '#server/mail/types.ts'

interface Registering {
  call(
    method: string,
    path: string,
    options: { readonly as: string; readonly body: object },
  ): Promise<{ readonly body: { readonly token: string } }>
  readonly mails: readonly Mail[]
}

/**
 * Registers somebody and opens the e-mailed link with their password; returns the token of the
 * person, who awaits approval.
 */
export const registerPerson = async (
  { call, mails }: Registering,
  person: { readonly name: string; readonly email: string; readonly password: string },
): Promise<string> => {
  await call('POST', '/api/auth/sign-up/email', { as: '', body: person })
  const mail = () => mails.findLast((m) => m.to === person.email && m.text.includes('/verify'))
  for (let tries = 0; !mail() && tries < 500; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const found = mail()
  if (!found) throw new Error(`No link reached ${person.email}.`)
  const token = new URL(/http\S+/.exec(found.text)![0]).searchParams.get('token')
  const body = { token, password: person.password }
  return (await call('POST', '/api/auth/verify-email', { as: '', body })).body.token
}
