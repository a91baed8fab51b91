import { IconHistory, IconLogout, IconSettings } from '@tabler/icons-react'

const icons = { settings: IconSettings, changes: IconHistory, out: IconLogout } as const

/** The icon of an entry of the user menu; loads with the menu, not with the first page. */
export const UserIcon = ({ name }: { readonly name: keyof typeof icons }) => {
  const Icon = icons[name]
  return <Icon size={16} stroke={1.5} aria-hidden />
}
