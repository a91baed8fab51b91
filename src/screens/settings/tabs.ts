/** The tabs of the settings; without `permission` everybody has them. */
import {
  IconArrowBackUp,
  IconBell,
  IconBuilding,
  IconClock,
  IconHistory,
  IconLock,
  IconPalette,
  IconPlugConnected,
  IconServer2,
  IconTags,
  IconShieldLock,
  IconUser,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import type { TextKey } from '#ui/i18n.ts'

export const settingsTabs = [
  { key: 'profile', label: 'settings.profile', icon: IconUser, permission: null },
  { key: 'security', label: 'settings.security', icon: IconLock, permission: null },
  { key: 'appearance', label: 'settings.appearance', icon: IconPalette, permission: null },
  { key: 'notifications', label: 'settings.notifications', icon: IconBell, permission: null },
  { key: 'reminders', label: 'reminders.mine', icon: IconClock, permission: null },
  { key: 'changes', label: 'changes.mine', icon: IconArrowBackUp, permission: null },
  { key: 'approvals', label: 'approvals.title', icon: IconUserCheck, permission: null },
  { key: 'tags', label: 'tags.title', icon: IconTags, permission: null },
  {
    key: 'organisation',
    label: 'settings.organisation',
    icon: IconBuilding,
    permission: 'organisation.update',
  },
  { key: 'audit', label: 'settings.audit', icon: IconHistory, permission: 'system.audit' },
  {
    key: 'security-log',
    label: 'settings.securityLog',
    icon: IconShieldLock,
    permission: 'system.audit',
  },
  {
    key: 'integrations',
    label: 'settings.integrations',
    icon: IconPlugConnected,
    permission: 'system.status',
  },
  { key: 'system', label: 'settings.system', icon: IconServer2, permission: 'system.status' },
] as const satisfies readonly {
  readonly key: string
  readonly label: TextKey
  readonly icon: Icon
  readonly permission: string | null
}[]

export type SettingsTab = (typeof settingsTabs)[number]['key']
