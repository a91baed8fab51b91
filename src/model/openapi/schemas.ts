import { problemCodes } from '../problemCodes.ts'
import { z } from '#schemas/define/zod.ts'
import { isMasked, traits } from '#schemas/define/kinds.ts'
import type { ActionDef, AnyResource } from '#schemas/define/resource.ts'
import { standardFields } from '../standard.ts'
import type { FieldModel, ResourceModel } from '../types.ts'

/** A fragment of JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const uuid: Schema = { type: 'string', format: 'uuid' }
const instant: Schema = { type: 'string', format: 'date-time' }

/** `hotel` → `Hotel`. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

// Zod writes free JSON as a definition that refers to itself by a path of its own document; here it
// is simply any value.
const portable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(portable)
  if (!value || typeof value !== 'object') return value
  if (typeof (value as { $ref?: unknown }).$ref === 'string') return {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema' && key !== '$defs')
      .map(([key, inner]) => [key, portable(inner)]),
  )
}

const ofZod = (schema: z.core.$ZodType): Schema =>
  portable(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as Schema

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

const described = (field: FieldModel, schema: Schema): Schema => {
  const text = [
    field.label,
    field.unit ? `in ${field.unit}` : '',
    field.hint ?? '',
    field.ref ? `Id of one of ${field.ref}.` : '',
  ]
    .filter(Boolean)
    .join('. ')
  return { ...schema, description: text }
}

/** Schema of one field in a request. */
const written = (field: FieldModel, def: AnyResource): Schema =>
  described(field, ofZod(def.shape.shape[field.name] as z.core.$ZodType))

/** Schema of one field in a response: always present, null when empty. */
const fieldSchema = (field: FieldModel, def: AnyResource): Schema => {
  if (field.kind === 'state') {
    return {
      type: 'string',
      enum: field.options?.map((o) => o.value) ?? [],
      description: field.label,
    }
  }
  if (isMasked(field)) {
    return nullable({
      type: 'object',
      description: field.sensitive
        ? `${field.label}. A mask; only \`…/reveal\` returns the value.`
        : `${field.label}. Only a mask is ever returned.`,
      properties: { masked: { type: 'string' } },
    })
  }
  const { default: _, ...plain } = ofZod(def.shape.shape[field.name] as z.core.$ZodType) as Record<
    string,
    unknown
  >
  return described(
    field,
    field.required || traits(field.kind).storage.endsWith('[]') ? plain : nullable(plain),
  )
}

const standardSchema = ({ name, kind }: FieldModel): Schema => {
  if (name === 'version') {
    return { type: 'integer', minimum: 1, description: 'Counts the changes; send it as If-Match.' }
  }
  if (name === 'id') return uuid
  if (kind !== 'instant') return nullable(uuid)
  return name === 'deletedAt' ? nullable(instant) : instant
}

const standard = (resource: ResourceModel): Record<string, Schema> =>
  Object.fromEntries(
    standardFields
      .filter((f) => f.name !== 'deletedAt' || !resource.appendOnly)
      .map((f) => [f.name, standardSchema(f)]),
  )

/**
 * The three schemas of an entity: the record, the body that creates it, the body that changes it.
 */
export const entitySchemas = (
  resource: ResourceModel,
  def: AnyResource,
): Record<string, Schema> => {
  const name = pascal(resource.entity)
  const writable = resource.fields.filter((f) => !f.derived && f.kind !== 'state')
  const bodyOf = (fields: readonly FieldModel[]) =>
    Object.fromEntries(fields.map((f) => [f.name, written(f, def)]))
  const required = writable.filter((f) => f.required).map((f) => f.name)
  const inputs = Object.entries((def.actions ?? {}) as Record<string, ActionDef>).map(
    ([action, { label, input }]) => [
      `${name}${pascal(action)}`,
      { ...(input ? ofZod(input) : { type: 'object' }), description: label },
    ],
  )
  return {
    ...Object.fromEntries(inputs),
    [name]: {
      type: 'object',
      description: `${resource.label.one}. Fields the caller may not read are absent.`,
      required: ['id', 'version'],
      properties: {
        ...standard(resource),
        ...Object.fromEntries(resource.fields.map((f) => [f.name, fieldSchema(f, def)])),
      },
    },
    ...(resource.readOnly
      ? {}
      : {
          [`${name}Create`]: {
            type: 'object',
            additionalProperties: false,
            ...(required.length ? { required } : {}),
            properties: bodyOf(writable),
          },
        }),
    ...(resource.appendOnly
      ? {}
      : {
          [`${name}Patch`]: {
            type: 'object',
            additionalProperties: false,
            description: 'Changed fields only; null empties a field.',
            properties: Object.fromEntries(
              writable
                .filter((f) => !f.immutable)
                .map((f) => {
                  const { default: _, ...plain } = written(f, def) as Record<string, unknown>
                  return [f.name, f.required ? plain : nullable(plain)]
                }),
            ),
          },
        }),
  }
}

/** Beside the English text of a message with values: what translates it. */
export const messageMembers = {
  text: { type: 'string', description: 'The template of a message with values: `At most {{n}}`.' },
  params: {
    type: 'object',
    description:
      'Its values by name: a text, a number, `{ day }`, `{ amount, currency }` in minor units, `{ label }` of the model (with `n`, that many of them), another message, or a `list` of these.',
  },
}

/** Schemas that all collections share. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', enum: problemCodes },
      requestId: { type: 'string' },
      ...messageMembers,
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'code', 'message'],
          properties: {
            path: { type: 'string' },
            code: { type: 'string' },
            message: { type: 'string' },
            ...messageMembers,
          },
        },
      },
      current: { type: 'object', description: 'With 412: the readable record as it now stands.' },
    },
  },
  Included: {
    type: 'object',
    description: 'Titles of the references in the response, by collection and id.',
    additionalProperties: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: uuid, title: { type: 'string' } },
      },
    },
  },
  Page: {
    type: 'object',
    required: ['limit', 'total', 'totalIsExact', 'next', 'previous'],
    properties: {
      limit: { type: 'integer' },
      total: { type: 'integer' },
      totalIsExact: { type: 'boolean' },
      next: { type: ['string', 'null'] },
      previous: { type: ['string', 'null'] },
    },
  },
  Option: {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: uuid, title: { type: 'string' }, subtitle: { type: ['string', 'null'] } },
  },
  File: {
    type: 'object',
    required: ['id', 'name', 'type', 'size', 'width', 'height', 'url', 'thumbnail'],
    properties: {
      id: uuid,
      name: { type: 'string' },
      type: { type: 'string' },
      size: { type: 'integer' },
      width: { type: ['integer', 'null'] },
      height: { type: ['integer', 'null'] },
      url: { type: 'string', description: 'Works for some minutes, without a token.' },
      thumbnail: {
        type: ['string', 'null'],
        description:
          'A picture in at most 480 × 480 pixels (WebP), or `url` if it is small; null for other files. Works as long as `url`.',
      },
    },
  },
  FileStorage: {
    type: 'object',
    required: [
      'id',
      'hash',
      'store',
      'key',
      'connected',
      'metadataRemoved',
      'uploadedAt',
      'uploadedBy',
      'url',
      'urlExpiresAt',
    ],
    properties: {
      id: uuid,
      hash: { type: 'string', description: 'SHA-256 of the kept content, hexadecimal.' },
      store: { type: 'string', enum: ['local', 's3', 'firebase'] },
      key: { type: 'string', description: 'Name of the object in its store.' },
      connected: { type: 'boolean', description: 'False where that store is not configured now.' },
      metadataRemoved: {
        type: 'boolean',
        description:
          'True for pictures of formats from which camera, place and author are removed.',
      },
      uploadedAt: instant,
      uploadedBy: { type: ['string', 'null'], format: 'uuid' },
      url: { type: 'string', description: 'Works until `urlExpiresAt`, without a token.' },
      urlExpiresAt: instant,
    },
  },
  Upload: {
    type: 'object',
    required: ['id', 'size', 'offset', 'chunkBytes'],
    properties: {
      id: uuid,
      size: { type: 'integer' },
      offset: { type: 'integer', description: 'Bytes that are kept; the next chunk begins here.' },
      chunkBytes: { type: 'integer' },
      direct: {
        type: 'object',
        required: ['path', 'token'],
        description:
          'A bucket of Firebase takes the content as well: sign in with the token, write this object, then finish.',
        properties: { path: { type: 'string' }, token: { type: 'string' } },
      },
    },
  },
  Job: {
    type: 'object',
    required: ['id', 'kind', 'state', 'progress'],
    description: 'Background work.',
    properties: {
      id: uuid,
      kind: { type: 'string' },
      state: { type: 'string', enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] },
      progress: { type: 'number', minimum: 0, maximum: 1 },
      waiting: { type: 'boolean', description: 'Its server is silent; another one continues it.' },
      counts: { type: 'object', additionalProperties: { type: 'number' } },
      result: {},
      error: { type: ['string', 'null'] },
      ...messageMembers,
    },
  },
}
