/**
 * Types derived from the declarations: names of entities and collections, their records and every
 * permission key.
 */
import type { Action, SystemKey } from './define/permissions.ts'
import type { ActionOf, FieldOf, Row, StandardFields, StateOf } from './define/rows.ts'
import type { Resources } from './index.ts'

/** Name of an entity, the first part of its permission keys: `serviceJob`. */
export type EntityName = keyof Resources
/** API collection of an entity: `service-jobs`. */
export type CollectionName = Resources[EntityName]['name']
/** Name of the entity of a collection. */
export type EntityOf<C extends CollectionName> = {
  [E in EntityName as Resources[E]['name']]: E
}[C]
/** Declaration of the entity of a collection. */
export type ResourceOf<C extends CollectionName> = Resources[EntityOf<C>]
/** A record of a collection as the API returns it to a caller who may read every field. */
export type RecordOf<C extends CollectionName> = Row<ResourceOf<C>>

/** Fields of an entity with their own permissions. */
type KeyedField<R> = FieldOf<R> | Exclude<keyof StandardFields, 'id' | 'version'> | 'state'
type KeysOf<E extends EntityName> =
  | `${E}.${Action | ActionOf<Resources[E]> | 'import.history'}`
  | `${E}.field.${KeyedField<Resources[E]>}.${'read' | 'write'}`
  | `${E}.transition.${StateOf<Resources[E]>}`
/** Every permission key: of the entities, and of the installation. */
export type PermissionKey = { [E in EntityName]: KeysOf<E> }[EntityName] | SystemKey
