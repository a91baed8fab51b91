/**
 * Stand-in on loopback for Google's services: the exchange of a service account's assertions for
 * tokens, and FCM HTTP v1.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'

/** FCM's response to one message: accepted, or a refusal. `hangs` never responds. */
export type Verdict =
  | 'sent'
  | 'unregistered'
  | 'bad-token'
  | 'bad-message'
  | 'gone'
  | 'error'
  | 'busy'
  | 'hangs'
  | 'unauthorised'

/** A received message. */
export interface Received {
  readonly token: string
  readonly notification: { readonly title: string; readonly body: string }
  readonly data: Readonly<Record<string, string>>
}

const detail = (
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
) => ({ error: { code, status, message, details } })
const fcm = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
})
const responses: Readonly<Record<Exclude<Verdict, 'sent' | 'hangs'>, readonly [number, object]>> = {
  unregistered: [
    404,
    detail(404, 'NOT_FOUND', 'Requested entity was not found.', [fcm('UNREGISTERED')]),
  ],
  gone: [410, detail(410, 'NOT_FOUND', 'Gone')],
  'bad-token': [
    400,
    detail(
      400,
      'INVALID_ARGUMENT',
      'The registration token is not a valid FCM registration token',
      [
        fcm('INVALID_ARGUMENT'),
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'message.token', description: 'Invalid registration token' }],
        },
      ],
    ),
  ],
  'bad-message': [
    400,
    detail(400, 'INVALID_ARGUMENT', 'Message too big', [fcm('INVALID_ARGUMENT')]),
  ],
  error: [500, detail(500, 'INTERNAL', 'Internal error', [fcm('INTERNAL')])],
  busy: [429, detail(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', [fcm('QUOTA_EXCEEDED')])],
  unauthorised: [
    401,
    detail(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
  ],
}

/**
 * Starts it on a free port. `verdict` decides on each message; `tokens` and `exchanges` count.
 * Close it afterwards.
 */
export const googleStandIn = async (project: string) => {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const email = `push@${project}.iam.gserviceaccount.com`
  const seen = {
    messages: [] as Received[],
    exchanges: 0,
    verdict: (_token: string, _tries: number): Verdict => 'sent',
    exchangeHangs: false,
    lifeS: 3600,
    /** Called when a request is left without a response. */
    hung: () => {},
  }
  const open = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object) =>
      response
        .writeHead(status, {
          'Content-Type': 'application/json',
          ...(status === 429 ? { 'Retry-After': '7' } : {}),
        })
        .end(JSON.stringify(body))
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const hang = () => {
      open.add(response)
      seen.hung()
    }
    if (request.url === '/token') {
      seen.exchanges++
      if (seen.exchangeHangs) return hang()
      const form = new URLSearchParams(text)
      try {
        const { payload } = await jwtVerify(form.get('assertion') ?? '', keys.publicKey, {
          audience: `${base}/token`,
          issuer: email,
          algorithms: ['RS256'],
          maxTokenAge: '1h',
        })
        if (
          form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' ||
          payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging'
        ) {
          throw new Error('grant')
        }
      } catch {
        return respond(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
      }
      return respond(200, {
        access_token: `access-${seen.exchanges}`,
        expires_in: seen.lifeS,
        token_type: 'Bearer',
      })
    }
    if (
      request.url !== `/v1/projects/${project}/messages:send` ||
      request.headers.authorization !== `Bearer access-${seen.exchanges}`
    ) {
      return respond(401, responses.unauthorised[1])
    }
    const { message } = JSON.parse(text) as { message: Received }
    const verdict = seen.verdict(
      message.token,
      seen.messages.filter((m) => m.token === message.token && m.data.key === message.data.key)
        .length + 1,
    )
    seen.messages.push(message)
    if (verdict === 'hangs') return hang()
    if (verdict === 'sent') {
      return respond(200, { name: `projects/${project}/messages/${seen.messages.length}` })
    }
    return respond(...responses[verdict])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base,
    seen,
    project,
    account: {
      clientEmail: email,
      privateKey: await exportPKCS8(keys.privateKey),
      keyId: 'key-1',
      tokenUri: `${base}/token`,
    },
    async close() {
      for (const response of open) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type GoogleStandIn = Awaited<ReturnType<typeof googleStandIn>>
