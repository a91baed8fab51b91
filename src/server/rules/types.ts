/** What rules receive and return, typed with the names and rows of the declared entities. */
import type { AnyResource } from '#schemas/define/resource.ts'
import type { ActionOf } from '#schemas/define/rows.ts'
import type { Resources } from '#schemas/index.ts'
import type * as write from '../store/write/rules.ts'

/** Rules of one entity: `EntityRules<typeof hotel>`. Names and rows follow from its declaration. */
export type EntityRules<R = AnyResource> = write.EntityRules<R, Resources>
/** Capabilities of a rule; `load`, `lock` and `others` know each collection's records. */
export type RuleContext = write.RuleContext<Resources>
/** A change of a record of `R`. */
export type Change<R = AnyResource> = write.Change<R>
/** A record of `R`, live or trashed. */
export type RuleRow<R = AnyResource> = write.RuleRow<R>
/** Values to write on a record of `R`. */
export type RuleValues<R = AnyResource> = write.RuleValues<R>
/** Implementation of a declared action. */
export type Action<R, Name extends ActionOf<R>> = NonNullable<
  NonNullable<EntityRules<R>['actions']>[Name]
>
/** Return value of an action. */
export type ActionResult<R = AnyResource> = write.ActionResult<R>
/** API collections of the entities. */
export type Collection = write.CollectionOf<Resources>
/** A record of a collection. */
export type RecordOf<C extends Collection> = write.RuleRow<write.Entity<Resources, C>>
/** Values to write on a record of a collection. */
export type ValuesIn<C extends Collection> = write.RuleValues<write.Entity<Resources, C>>
/** Rules by entity name. */
export type Rules = { readonly [K in keyof Resources]?: EntityRules<Resources[K]> }
