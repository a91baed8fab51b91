import { IconMessages, IconShield } from '@tabler/icons-react'
import { provideRelatedScreens } from '#engine/relatedScreens.ts'

/** Which bespoke screens belong to which records. */
export const nameRelatedScreens = (): void =>
  provideRelatedScreens([
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
    },
  ])
