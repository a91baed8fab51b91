import { IconMessages, IconShield } from '@tabler/icons-react'
import type { CollectionName, PermissionKey } from '#schemas/names.ts'
import { provideRelatedScreens, type RelatedScreen } from '#engine/relatedScreens.ts'

/** Which custom screens belong to which records. */
const screens: readonly RelatedScreen<CollectionName, PermissionKey>[] = [
  {
    collection: 'user-roles',
    label: 'permission.link',
    icon: IconShield,
    permission: 'userRole.read',
    href: (id) => `/permission/${id}`,
  },
  {
    collection: 'tickets',
    label: 'screens.openChat',
    icon: IconMessages,
    permission: 'conversation.list',
    href: (id) => `/ticket_chat/${id}`,
    opens: true,
  },
]

export const nameRelatedScreens = (): void => provideRelatedScreens(screens)
