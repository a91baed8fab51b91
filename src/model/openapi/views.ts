import {
  densities,
  MAX_MAPPING_COLUMNS,
  MAX_MAPPING_TEXT,
  MAX_OWN_VIEWS,
  MAX_PINNED,
  MAX_SHARED_VIEWS,
  MAX_VIEW_COLUMNS,
  MAX_VIEW_NAME,
  MAX_VIEW_ROLES,
  MAX_VIEW_SEARCH,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  VIEW_DAYS,
  viewKinds,
} from '../views.ts'
import {
  data,
  headers,
  idempotencyKey,
  ifMatch,
  inPath,
  operation,
  query,
  type PathItem,
} from './operations.ts'
import type { Schema } from './schemas.ts'

const text: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const tag = 'Views'

const device = (description: string): Schema => ({
  description,
  type: 'object',
  additionalProperties: false,
  properties: {
    layout: { type: 'string', maxLength: 80, description: 'One of the layouts of the list.' },
    density: { type: 'string', enum: [...densities] },
    widths: {
      type: 'object',
      additionalProperties: { type: 'number', minimum: MIN_WIDTH_PX, maximum: MAX_WIDTH_PX },
      description: 'Pixels by column.',
    },
  },
})

const listState: Schema = {
  title: 'A view of a list',
  type: 'object',
  required: ['search'],
  additionalProperties: false,
  properties: {
    search: {
      type: 'string',
      maxLength: MAX_VIEW_SEARCH,
      description:
        "The parameters of the list's page as text, without page and layout: filters, sort (several fields by comma), search, queue, grouping.",
    },
    columns: {
      type: 'array',
      items: text,
      maxItems: MAX_VIEW_COLUMNS,
      description: "In order; without them the reader's own.",
    },
    pinned: {
      type: 'array',
      items: text,
      maxItems: MAX_VIEW_COLUMNS,
      description: 'Columns that stay in place while the others scroll; not on phones.',
    },
    sums: { const: true, description: 'Sums of all matching rows are below the list.' },
    wide: device('On wide screens.'),
    narrow: device('On phones.'),
  },
}

const mappingState: Schema = {
  title: 'A mapping of an import',
  type: 'object',
  required: ['columns', 'mapping'],
  additionalProperties: false,
  properties: {
    columns: {
      type: 'array',
      items: text,
      minItems: 1,
      maxItems: MAX_MAPPING_COLUMNS,
      description:
        'Columns of the file it is for. The import page uses it by itself for files with the same ones.',
    },
    mapping: {
      type: 'object',
      description: `How columns become fields, as in an import; up to ${MAX_MAPPING_TEXT} characters.`,
    },
    upsertBy: {
      type: 'string',
      description: 'A mapped unique field, or `id`, by which existing records are found.',
    },
    history: { type: 'boolean', description: 'The files hold records of another system.' },
  },
}

const state: Schema = { anyOf: [listState, mappingState] }

const kind: Schema = {
  type: 'string',
  enum: [...viewKinds],
  default: 'list',
  description: 'A view of a list, or a mapping of an import.',
}

const roles = (description: string): Schema => ({
  type: 'array',
  items: uuid,
  maxItems: MAX_VIEW_ROLES,
  description,
})

const written: Readonly<Record<string, Schema>> = {
  name: { type: 'string', minLength: 1, maxLength: MAX_VIEW_NAME },
  state,
  shared: { type: 'boolean', description: 'Needs `organisation.views`.' },
  roles: roles(
    'Who sees it; empty: everybody of the own staff who may open the list or import page.',
  ),
  defaultRoles: roles(
    'Roles for which the list opens with it; one view per role and list, no mapping.',
  ),
}

const view: Schema = {
  type: 'object',
  required: [
    'id',
    'version',
    'kind',
    'collection',
    'path',
    'name',
    'state',
    'missing',
    'shared',
    'mine',
  ],
  properties: {
    ...written,
    id: uuid,
    version: { type: 'integer' },
    kind,
    collection: text,
    path: { type: 'string', description: 'Of a list with fixed parts; else empty.' },
    missing: {
      type: 'integer',
      description:
        'Number of parts that the caller may not see, or of fields they may not write, or that no longer exist; they are left out.',
    },
    mine: { type: 'boolean' },
    mayChange: { type: 'boolean' },
    owner: {
      type: 'object',
      properties: { id: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } },
    },
    roleDefault: { type: 'boolean', description: "Default of one of the caller's roles." },
  },
}

const example = {
  name: 'Arrivals to check',
  collection: 'bookings',
  state: {
    search: '?state=pending&sort=checkIn,-createdAt',
    columns: ['code', 'checkIn', 'state'],
    wide: { density: 'compact', widths: { code: 160 } },
  },
  shared: true,
  roles: [],
}

const mappingExample = {
  name: 'Monthly report',
  kind: 'import',
  collection: 'bookings',
  state: {
    columns: ['Code', 'Guests'],
    mapping: { nulls: ['-'], fields: { code: 'Code', adults: 'Guests' } },
    upsertBy: 'code',
  },
}

const response = (status: number, description: string) => ({
  status,
  description,
  schema: data(view),
  headers: { ETag: headers.ETag, 'X-Operation-Id': headers['X-Operation-Id'] },
})

const id = inPath('id', 'Id of the view.')

/** Saved views of lists, and mappings of imports. */
export const viewPaths: Readonly<Record<string, PathItem>> = {
  '/api/views': {
    get: operation({
      id: 'views',
      summary: 'Saved views of a list, or mappings of an import',
      tag,
      parameters: [
        query('kind', 'With a collection: `list` (default) or `import`.'),
        query('collection', 'Of the list.'),
        query('path', 'Of a list with fixed parts.'),
        query('ids', `Instead of a list: up to ${MAX_PINNED} ids, by comma.`),
      ],
      problems: [400],
      response: {
        status: 200,
        description:
          "The caller's own and those shared with them, by name. A view never grants anything: rows and fields stay those of the caller.",
        schema: data({
          type: 'array',
          items: view,
          maxItems: MAX_OWN_VIEWS + 2 * MAX_SHARED_VIEWS,
        }),
      },
    }),
    post: operation({
      id: 'createView',
      summary: 'Save a view or a mapping',
      tag,
      parameters: [idempotencyKey],
      body: {
        type: 'object',
        required: ['collection', 'name', 'state'],
        additionalProperties: false,
        properties: { ...written, kind, collection: text, path: text },
        examples: [example, mappingExample],
      },
      problems: [400, 403, 409, 413, 415, 422],
      response: response(
        201,
        `Saved. A list has at most ${MAX_OWN_VIEWS} views of a person and ${MAX_SHARED_VIEWS} shared ones (409 \`too_many\`); a name is unique among each (422 \`taken\`).`,
      ),
    }),
  },
  '/api/views/{id}': {
    get: operation({
      id: 'view',
      summary: 'A saved view',
      tag,
      parameters: [id],
      problems: [400, 404],
      response: response(200, 'The view.'),
    }),
    patch: operation({
      id: 'changeView',
      summary: 'Change a saved view',
      tag,
      parameters: [id, ifMatch, idempotencyKey],
      body: {
        type: 'object',
        additionalProperties: false,
        properties: written,
        examples: [{ name: 'Arrivals today' }, { state: example.state }],
      },
      problems: [400, 403, 404, 409, 412, 413, 415, 422, 428],
      response: response(
        200,
        'By its owner, and, if shared, by those who may share. 409 `hidden_parts` when a new state would remove parts the caller may not see.',
      ),
    }),
    delete: operation({
      id: 'deleteView',
      summary: 'Delete a saved view',
      tag,
      parameters: [id, ifMatch, idempotencyKey],
      problems: [400, 403, 404, 412, 422, 428],
      response: {
        status: 204,
        description: `Deleted. It can be restored for ${VIEW_DAYS} days, with the version of the ETag.`,
        headers: { ETag: headers.ETag },
      },
    }),
  },
  '/api/views/{id}/restore': {
    post: operation({
      id: 'restoreView',
      summary: 'Restore a deleted view',
      tag,
      parameters: [id, ifMatch, idempotencyKey],
      problems: [400, 403, 404, 409, 412, 422, 428],
      response: response(200, 'As it was, except defaults that other views took.'),
    }),
  },
}
