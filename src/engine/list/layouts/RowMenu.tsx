import { IconDots } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'

/** The button that opens the menu of a record. */
export const RowMenu = ({
  title,
  entries,
  className,
  size = 16,
}: {
  /** Name of the record. */
  readonly title: string
  readonly entries: () => readonly MenuEntry[]
  readonly className: string | undefined
  /** Of its icon, in px. */
  readonly size?: number
}) => {
  const { t } = useTranslation()
  const name = t('list.actionsFor', { title })
  return (
    <Menu label={name} items={entries}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className={className}
          data-card-menu=""
          aria-label={name}
        >
          <IconDots size={size} aria-hidden />
        </button>
      )}
    </Menu>
  )
}
