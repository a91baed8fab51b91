import {
  IconArrowRight,
  IconBolt,
  IconCopy,
  IconEye,
  IconHistory,
  IconLayoutSidebarRight,
  IconPencil,
  IconRestore,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react'
import type { RowAction } from './rowActions.ts'

const icons = {
  view: IconEye,
  peek: IconLayoutSidebarRight,
  edit: IconPencil,
  duplicate: IconCopy,
  transition: IconArrowRight,
  action: IconBolt,
  history: IconHistory,
  delete: IconTrash,
  restore: IconRestore,
  purge: IconTrashX,
} as const

/** The icon of an entry of a row's menu; loads with the first menu, not with the list. */
export const RowIcon = ({ kind }: { readonly kind: RowAction['kind'] }) => {
  const Icon = icons[kind]
  return <Icon size={16} aria-hidden />
}
