import type { ResourceModel } from '../types.ts'
import { data, inPath, operation, type PathItem } from './operations.ts'
import { pascal } from './schemas.ts'

/** The path that reveals a sensitive field; none for a collection without. */
export const revealPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const fields = resource.fields.filter((f) => f.sensitive)
  const [first] = fields
  if (!first) return {}
  const one = resource.label.one.toLowerCase()
  return {
    [`/api/${resource.collection}/{id}/reveal`]: {
      post: operation({
        id: `reveal${pascal(resource.entity)}`,
        summary: `Read the value of a sensitive field of a ${one}`,
        tag: resource.label.many,
        parameters: [inPath('id', 'Id of the record.')],
        problems: [400, 403, 404, 413, 415, 422],
        body: {
          type: 'object',
          required: ['field', 'reason'],
          additionalProperties: false,
          properties: {
            field: { type: 'string', enum: fields.map((f) => f.name) },
            reason: { type: 'string', minLength: 1, maxLength: 500 },
          },
          examples: [{ field: first.name, reason: 'The bank rejected the payout' }],
        },
        response: {
          status: 200,
          description: `The value by the name of its field; null if it is empty. Needs \`${resource.entity}.reveal\`. Each call is an entry of the record's timeline and of the security log, with its reason. Store the value nowhere.`,
          schema: data({ type: 'object', additionalProperties: true }),
        },
      }),
    },
  }
}
