import {
  data,
  headers,
  idempotencyKey,
  ifMatch,
  operation,
  query,
  type PathItem,
} from './operations.ts'
import { boolean, list, nullable, object, string, uuid } from './shapes.ts'
import { auditPaths } from './audit.ts'
import { dashboardPaths } from './dashboard.ts'
import { installationPaths } from './installation.ts'

const explanation = object({
  person: object({ id: uuid, name: string, state: string }),
  key: string,
  allowed: boolean,
  standing: { type: 'string', enum: ['active', 'waiting', 'ended'] },
  roles: list(
    object({
      id: uuid,
      name: string,
      effect: { type: 'string', enum: ['allows', 'denies', 'silent'] },
      pattern: nullable('string'),
      rows: {},
      rowsMet: nullable('boolean'),
    }),
  ),
  tenant: {
    oneOf: [
      { type: 'null' },
      object({ id: uuid, entity: boolean, key: boolean, row: nullable('boolean') }),
    ],
  },
  row: nullable('boolean'),
})

const override = object(
  {
    key: string,
    label: string,
    parent: nullable('string'),
    route: nullable('string'),
    icon: nullable('string'),
    position: { type: 'integer' },
    permission: nullable('string'),
    hidden: boolean,
  },
  ['key', 'hidden'],
)

const hours = { type: 'integer', minimum: 1 } as const
const target = object({ reply: hours, next: hours, resolve: hours }, ['reply', 'resolve'])
const opening = {
  oneOf: [{ type: 'null' }, object({ from: string, to: string })],
} as const
const businessHours = object({
  week: object({
    mon: opening,
    tue: opening,
    wed: opening,
    thu: opening,
    fri: opening,
    sat: opening,
    sun: opening,
  }),
  holidays: { type: 'array', items: object({ day: string, name: string }) },
})
const organisationFields = {
  name: string,
  currency: string,
  timeZone: string,
  sla: object({ urgent: target, high: target, normal: target, low: target }),
  businessHours,
}
const organisation = data(object({ ...organisationFields, version: { type: 'integer' } }))
/** Calls of administrators: explained permissions; and everyone's navigation. */
export const adminPaths: Readonly<Record<string, PathItem>> = {
  '/api/explain': {
    get: operation({
      id: 'explain',
      summary: 'Why a person may or may not',
      tag: 'Server',
      problems: [400, 403, 404],
      parameters: [
        query('user', 'Id of the person.', uuid),
        query('key', 'Permission key.'),
        query('collection', 'With `id`: the record in question.'),
        query('id', 'Id of the record.', uuid),
      ],
      response: {
        status: 200,
        description: 'The verdict and its reasons.',
        schema: data(explanation),
      },
    }),
  },
  '/api/navigation': {
    get: operation({
      id: 'navigation',
      summary: 'What menus change about the navigation',
      tag: 'Server',
      response: {
        status: 200,
        description:
          'Entries that differ from what the schemas say; of those that are not for the caller the key only.',
        schema: data(list(override)),
      },
    }),
  },
  '/api/organisation': {
    get: operation({
      id: 'getOrganisation',
      summary: 'The organisation',
      tag: 'Server',
      problems: [403],
      response: {
        status: 200,
        description: 'Its settings.',
        headers: { ETag: headers.ETag },
        schema: organisation,
      },
    }),
    patch: operation({
      id: 'patchOrganisation',
      summary: 'Change the organisation',
      tag: 'Server',
      parameters: [idempotencyKey, ifMatch],
      body: object(organisationFields, []),
      problems: [400, 403, 412, 413, 415, 422, 428],
      response: {
        status: 200,
        description: 'As it now is.',
        headers: { ETag: headers.ETag, 'X-Operation-Id': headers['X-Operation-Id'] },
        schema: organisation,
      },
    }),
  },
  ...dashboardPaths,
  ...auditPaths,
  ...installationPaths,
}
