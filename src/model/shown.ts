/** What pages of a record show of a field; apart from `standard.ts`, which every list loads. */
import type { FieldModel } from './types.ts'

/** True for a computed field that is internal to the server: no page of a record shows it. */
export const isInternal = ({ hidden, derived }: FieldModel): boolean => !!hidden && !!derived

/** A field as history shows it: an instant where the page shows the time left. */
export const settled = ({ countdown: _, ...field }: FieldModel): FieldModel => field
