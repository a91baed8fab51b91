import { needsRoom } from '../changing.ts'
import { reference, type Schema } from './schemas.ts'

/** One operation of a path, as OpenAPI writes it. */
export type Operation = Readonly<Record<string, unknown>>

interface ResponseDef {
  readonly status: number
  readonly description: string
  readonly schema?: Schema
  readonly type?: string
  readonly headers?: Readonly<Record<string, Schema>>
}

const response = ({ description, schema, type, headers: given }: ResponseDef): Schema => ({
  description,
  ...(given ? { headers: given } : {}),
  ...(schema ? { content: { [type ?? 'application/json']: { schema } } } : {}),
})

/** Shorthand of an operation. */
export interface OperationDef {
  readonly id: string
  readonly summary: string
  readonly tag: string
  /** Needs no sign-in. */
  readonly open?: true
  readonly parameters?: readonly Schema[]
  readonly body?: Schema
  readonly bodyOptional?: true
  readonly multipart?: Schema
  /** The body is bytes. */
  readonly binary?: Schema
  /** Status and schema of the response; without a schema it has no body. */
  readonly response: ResponseDef
  /** The response when a job does the work. */
  readonly later?: ResponseDef
  /** Possible problem responses, besides 401 of signed-in calls. */
  readonly problems?: readonly number[]
}

const header = (description: string, schema: Schema = { type: 'string' }): Schema => ({
  description,
  schema,
})

/** Response headers. */
export const headers = {
  ETag: header('The version, quoted.'),
  Location: header('Address of the new record.'),
  'X-Operation-Id': header('Groups the changes of this request.', {
    type: 'string',
    format: 'uuid',
  }),
} as const

export const query = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
): Schema => ({ name, in: 'query', description, schema })
export const inPath = (
  name: string,
  description: string,
  schema: Schema = { type: 'string', format: 'uuid' },
): Schema => ({ name, in: 'path', required: true, description, schema })
export const idempotencyKey: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated request with this key has one effect and returns the first response, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
export const ifMatch: Schema = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version the change is based on; 428 without it.',
  schema: { type: 'string', examples: ['"3"'] },
}

const requestContent = ({ binary, multipart, body }: OperationDef) => {
  if (binary) return { 'application/octet-stream': { schema: binary } }
  if (multipart) return { 'multipart/form-data': { schema: multipart } }
  return body && { 'application/json': { schema: body } }
}

/** Expands the shorthand of an operation. */
export const operation = (def: OperationDef): Operation => {
  const problems = [...new Set([...(def.open ? [] : [401]), ...(def.problems ?? []), 429])].sort(
    (a, b) => a - b,
  )
  const content = requestContent(def)
  return {
    operationId: def.id,
    summary: def.summary,
    tags: [def.tag],
    security: def.open ? [] : [{ session: [] }],
    ...(def.parameters?.length ? { parameters: def.parameters } : {}),
    ...(content ? { requestBody: { required: !def.bodyOptional, content } } : {}),
    responses: {
      [def.response.status]: response(def.response),
      ...(def.later ? { [def.later.status]: response(def.later) } : {}),
      ...Object.fromEntries(
        problems.map((p) => [p, { $ref: `#/components/responses/Problem${p}` }]),
      ),
    },
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'An unknown or malformed name or value in the address',
  401: 'No valid session',
  403: 'Known, but not allowed',
  404: "Absent, or outside the caller's rows",
  409: 'Not possible in this state, or a rule forbids it',
  412: 'Changed meanwhile; `current` holds the record',
  413: 'Too large',
  415: 'A type that is not accepted',
  422: 'Wrong values, each with its path; nothing was written',
  428: 'If-Match, or the hash of a plan, is missing',
  429: 'Too many requests; see Retry-After',
  503: 'Not available; see Retry-After',
  507: 'The disk of the server is full; nothing was changed; see Retry-After',
}

/** Adds the response for a full disk to the calls of a path. */
export const withFullDisk = (path: string, item: PathItem): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([method, { responses, ...call }]) => [
      method,
      {
        ...call,
        responses: {
          ...(responses as Schema),
          ...(needsRoom(method.toUpperCase(), path)
            ? { 507: { $ref: '#/components/responses/Problem507' } }
            : {}),
        },
      },
    ]),
  )

/** Shared problem responses of operations. */
export const problemResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(titles).map(([status, description]) => [
    `Problem${status}`,
    { description, content: { 'application/problem+json': { schema: reference('Problem') } } },
  ]),
)

/** `{ data: … }`. */
export const data = (schema: Schema, more: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: 'object',
  required: ['data'],
  properties: { data: schema, ...more },
})

/** The operations of one path, by method. */
export type PathItem = Readonly<Record<string, Operation>>
