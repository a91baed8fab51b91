/**
 * Application screens of a record: pages register them here and the engine offers them with the
 * record's own actions.
 */
import type { Icon } from '#ui/icons.tsx'
import type { TextKey } from '#ui/i18n.ts'
import type { ResourceModel } from '#model/types.ts'

/** A custom screen reachable from records of a collection. */
export interface RelatedScreen<Collection extends string = string, Key extends string = string> {
  readonly collection: Collection
  readonly label: TextKey
  readonly icon: Icon
  /** Permission needed to see it. */
  readonly permission: Key
  /** URL for a record's id. */
  readonly href: (id: string) => string
  /** The rows of lists open this screen; the record's page is then the second view. */
  readonly opens?: true
}

let screens: readonly RelatedScreen[] = []

/** Registers the screens; called once at application start. */
export const provideRelatedScreens = (given: readonly RelatedScreen[]): void => {
  screens = given
}

/** Screens of a resource's records that the person may open, in the given order. */
export const relatedScreens = (
  resource: ResourceModel,
  can: (key: string) => boolean,
): readonly RelatedScreen[] =>
  screens.filter((s) => s.collection === resource.collection && can(s.permission))

/**
 * URL of the screen that the rows of a list open, where it is not the record's page; undefined
 * where the person may not see that screen.
 */
export const openedBy = (
  resource: ResourceModel,
  can: (key: string) => boolean,
): RelatedScreen['href'] | undefined => relatedScreens(resource, can).find((s) => s.opens)?.href
