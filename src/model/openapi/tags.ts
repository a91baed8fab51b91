import { MAX_TAG_LENGTH, TAG_COLORS } from '#schemas/define/tagForm.ts'
import type { ResourceModel } from '../types.ts'
import { data, idempotencyKey, inPath, operation, query, type PathItem } from './operations.ts'
import { pascal, type Schema } from './schemas.ts'

const color: Schema = { type: 'string', enum: [...TAG_COLORS] }
const tag: Schema = {
  type: 'object',
  required: ['tag', 'color', 'chosen', 'count'],
  properties: {
    tag: { type: 'string', maxLength: MAX_TAG_LENGTH },
    color,
    chosen: { type: 'boolean', description: 'The colour was chosen; otherwise it is the usual.' },
    count: { type: 'integer', minimum: 0, description: 'Of the records the caller may see.' },
  },
}
const flag: Schema = { type: 'boolean', default: false }

/** The tags of a collection: suggestions with counts, and their colours. */
export const tagPaths = (resource: ResourceModel): Record<string, PathItem> => {
  if (resource.taggable === undefined) return {}
  const name = pascal(resource.entity)
  const many = resource.label.many.toLowerCase()
  return {
    [`/api/${resource.collection}/tags`]: {
      get: operation({
        id: `tags${name}`,
        summary: `Tags of ${many}`,
        tag: resource.label.many,
        parameters: [
          query('search', 'Part of the tag, in any spelling.', {
            type: 'string',
            maxLength: 200,
            examples: ['vip'],
          }),
          query('limit', 'At most this many.', {
            type: 'integer',
            minimum: 1,
            maximum: 1000,
            default: 20,
          }),
          query('chosen', 'Only tags whose colour was chosen.', flag),
          query('all', 'Count all records instead of the 50,000 newest with tags.', flag),
        ],
        problems: [400, 403],
        response: {
          status: 200,
          description:
            'Most used first; only tags of records the caller may see, counted over these alone.',
          schema: {
            ...data({ type: 'array', items: tag }),
            required: ['data', 'truncated'],
            properties: {
              data: { type: 'array', items: tag },
              truncated: { type: 'boolean', description: 'There are more.' },
            },
            examples: [
              {
                data: [{ tag: 'vip', color: 'purple', chosen: true, count: 42 }],
                truncated: false,
              },
            ],
          },
        },
      }),
    },
    [`/api/${resource.collection}/tags/{tag}`]: {
      put: operation({
        id: `colorTag${name}`,
        summary: `Choose the colour of a tag of ${many}`,
        tag: resource.label.many,
        parameters: [
          inPath('tag', 'The tag, in any spelling.', { type: 'string' }),
          idempotencyKey,
        ],
        body: {
          type: 'object',
          required: ['color'],
          additionalProperties: false,
          properties: {
            color: {
              oneOf: [color, { type: 'null' }],
              description: 'Null for the usual colour of the tag.',
            },
          },
          examples: [{ color: 'teal' }],
        },
        problems: [400, 403, 404, 413, 415, 422],
        response: {
          status: 200,
          description:
            'The tag with its colour, which all its viewers see. To rename, merge or delete tags, run the action `manageTags` by a bulk over `filter[…][has]`.',
          schema: data(tag),
        },
      }),
    },
  }
}
