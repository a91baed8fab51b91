import type { AnyResource } from '#schemas/define/resource.ts'
import { accountPaths } from './openapi/accounts.ts'
import { approvalSchemas } from './openapi/approvals.ts'
import { changeSchemas } from './openapi/changes.ts'
import { collectionPaths } from './openapi/collections.ts'
import { problemResponses, withFullDisk, type PathItem } from './openapi/operations.ts'
import { otherPaths } from './openapi/others.ts'
import { entitySchemas, sharedSchemas } from './openapi/schemas.ts'
import type { Model } from './types.ts'

/** An OpenAPI document as JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>> & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The OpenAPI 3.1 description of the whole API, from the schemas alone: exactly the mounted routes,
 * enforced by a test.
 */
export const openApiDocument = (
  model: Model,
  resources: Readonly<Record<string, AnyResource>>,
): OpenApiDocument => {
  const defs = new Map(Object.values(resources).map((def) => [def.name, def]))
  const calls: Readonly<Record<string, PathItem>> = {
    ...accountPaths,
    ...otherPaths,
    ...Object.assign({}, ...model.resources.map(collectionPaths)),
  }
  const paths = Object.fromEntries(
    Object.entries(calls).map(([path, item]) => [path, withFullDisk(path, item)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marketplace back-office',
      version: '0.1.0',
      description: 'Everything the back-office can do, for any client.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The address this description came from.' }],
    tags: [
      ...model.resources.map((r) => r.label.many),
      'Accounts',
      'Approvals',
      'Changes',
      'Events',
      'Files',
      'Jobs',
      'Mail',
      'Payments',
      'Search',
      'Server',
    ].map((name) => ({ name, description: `Calls of ${name.toLowerCase()}.` })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
      },
      responses: problemResponses,
      schemas: {
        ...sharedSchemas,
        ...changeSchemas,
        ...approvalSchemas,
        ...Object.assign(
          {},
          ...model.resources.map((r) => entitySchemas(r, defs.get(r.collection)!)),
        ),
      },
    },
  }
}
