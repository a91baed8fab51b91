/** The vocabulary of entity files. */
export { z } from './zod.ts'
export * from './fields.ts'
export { mails, mailsDocument, type MailInput } from './mailing.ts'
export { ui, type FieldHints, type Tone } from './hints.ts'
export {
  defineResource,
  defineResources,
  type ActionDef,
  type AnyResource,
  type Draft,
  type Fail,
  type Resource,
  type Scope,
  type StateDef,
} from './resource.ts'
export type { Row, StandardFields, StateOf } from './rows.ts'
