/** Screens of the application that belong to a record: pages name them here, the engine offers them with the record's own actions. */
import type { Icon } from '#ui/icons.tsx'
import type { TextKey } from '#ui/i18n.ts'
import type { ResourceModel } from '#model/types.ts'

/** A bespoke screen reached from records of a collection. */
export interface RelatedScreen<Collection extends string = string, Key extends string = string> {
  readonly collection: Collection
  readonly label: TextKey
  readonly icon: Icon
  /** Who lacks the key is not offered it. */
  readonly permission: Key
  /** Address for a record's id. */
  readonly href: (id: string) => string
}

let screens: readonly RelatedScreen[] = []

/** Names the screens; called once where the application is put together. */
export const provideRelatedScreens = (given: readonly RelatedScreen[]): void => {
  screens = given
}

/** Screens of a resource's records that the person may open, in the order given. */
export const relatedScreens = (
  resource: ResourceModel,
  can: (key: string) => boolean,
): readonly RelatedScreen[] =>
  screens.filter((s) => s.collection === resource.collection && can(s.permission))
