/** JSON schemas that many calls share. */
import type { Schema } from './schemas.ts'

export const string: Schema = { type: 'string' }
export const uuid: Schema = { type: 'string', format: 'uuid' }
export const boolean: Schema = { type: 'boolean' }
export const integer: Schema = { type: 'integer' }
export const number: Schema = { type: 'number' }
export const instant: Schema = { type: 'string', format: 'date-time' }
export const day: Schema = { type: 'string', format: 'date' }

/** A value of a JSON type, or null. */
export const nullable = (type: string): Schema => ({ type: [type, 'null'] })

/** Null, or a value of the schema. */
export const orNull = (schema: Schema): Schema => ({ oneOf: [{ type: 'null' }, schema] })

/** An object; every property is required unless `required` lists fewer. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({ type: 'object', required, properties })

export const list = (items: Schema): Schema => ({ type: 'array', items })
