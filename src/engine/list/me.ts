/** `@me` in filters by people: the person who views the list. */
import { holdsPeople } from '#model/people.ts'
import type { FieldModel } from '#model/types.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { allResources } from '../resource.ts'

/** True for fields whose filters offer "Me". */
export const takesMe = (field: FieldModel): boolean =>
  holdsPeople({ resources: allResources() }, field)

/** The ids among the values of a reference filter. */
export const idsAmong = (values: readonly string[]): string[] => values.filter((v) => v !== ME)
