import { data, operation, query, type Operation } from './operations.ts'
import type { Schema } from './schemas.ts'

const string: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const boolean: Schema = { type: 'boolean' }
const nullable = (type: string): Schema => ({ type: [type, 'null'] })
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = Object.keys(properties)): Schema => ({ type: 'object', required, properties })
const list = (items: Schema): Schema => ({ type: 'array', items })

const explanation = object({
  person: object({ id: uuid, name: string, state: string }), key: string, allowed: boolean, standing: { type: 'string', enum: ['active', 'waiting', 'ended'] },
  roles: list(object({ id: uuid, name: string, effect: { type: 'string', enum: ['allows', 'denies', 'silent'] }, pattern: nullable('string'), rows: {}, rowsMet: nullable('boolean') })),
  tenant: { oneOf: [{ type: 'null' }, object({ id: uuid, entity: boolean, key: boolean, row: nullable('boolean') })] }, row: nullable('boolean'),
})

const override = object({ key: string, label: string, parent: nullable('string'), route: nullable('string'), icon: nullable('string'), position: { type: 'integer' }, permission: nullable('string'), hidden: boolean }, ['key', 'hidden'])

/** Calls of those who look after the installation: permissions explained; and everybody's navigation. */
export const adminPaths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/api/explain': {
    get: operation({
      id: 'explain', summary: 'Why a person may or may not', tag: 'Server', problems: [400, 403, 404],
      parameters: [query('user', 'Id of the person.', uuid), query('key', 'Permission key.'), query('collection', 'With `id`: the record in question.'), query('id', 'Id of the record.', uuid)],
      answer: { status: 200, description: 'The verdict and its reasons.', schema: data(explanation) },
    }),
  },
  '/api/navigation': { get: operation({ id: 'navigation', summary: 'What menus change about the navigation', tag: 'Server', answer: { status: 200, description: 'Entries that differ from what the schemas say; of those that are not for the caller the key only.', schema: data(list(override)) } }) },
}
