/** Icons available to schemas. */
import {
  IconBadge,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconCategory,
  IconCreditCard,
  IconFileInvoice,
  IconList,
  IconMessage,
  IconPhoto,
  IconReceipt,
  IconBookmark,
  IconBriefcase,
  IconClockPlay,
  IconGavel,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconMessages,
  IconRefresh,
  IconSettings,
  IconUser,
  IconShield,
  IconShoppingCart,
  IconSparkles,
  IconStar,
  IconBuildingStore,
  IconTicket,
  IconTool,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { IconName } from '#schemas/labels/icons.ts'

export type { Icon }

const icons: Readonly<Record<IconName, Icon>> = {
  badge: IconBadge,
  bell: IconBell,
  building: IconBuilding,
  calendar: IconCalendar,
  category: IconCategory,
  card: IconCreditCard,
  invoice: IconFileInvoice,
  list: IconList,
  message: IconMessage,
  photo: IconPhoto,
  receipt: IconReceipt,
  shield: IconShield,
  cart: IconShoppingCart,
  sparkles: IconSparkles,
  star: IconStar,
  store: IconBuildingStore,
  ticket: IconTicket,
  tool: IconTool,
  users: IconUsers,
  board: IconLayoutKanban,
  bookmark: IconBookmark,
  briefcase: IconBriefcase,
  clock: IconClockPlay,
  dashboard: IconLayoutDashboard,
  gavel: IconGavel,
  messages: IconMessages,
  repeat: IconRefresh,
  settings: IconSettings,
  user: IconUser,
}

const byName: ReadonlyMap<string, Icon> = new Map(Object.entries(icons))
/** Icon by name; an unknown name returns the list icon. */
export const iconOf = (name: string): Icon => byName.get(name) ?? IconList
/** Names a schema or an icon field may use. */
export const navIconNames: readonly string[] = Object.keys(icons)
