import { useState } from 'react'
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { downloadList, type ExportFor } from './exportList.ts'
import type { List } from './useList.ts'
import { failed } from './useRowMenu.tsx'
import css from './panel.module.css'

const choices: readonly { readonly to: ExportFor; readonly Icon: typeof IconFileText }[] = [
  { to: 'people', Icon: IconFileText },
  { to: 'programs', Icon: IconFileSpreadsheet },
]

/** Downloads the list with its current filters and columns: to be read, or to be imported again. */
export const ExportPanel = ({
  list,
  onClose,
}: {
  readonly list: List
  readonly onClose: () => void
}) => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async (to: ExportFor) => {
    setBusy(true)
    try {
      await downloadList(
        list.resource,
        list.query,
        list.columns.map((c) => c.name),
        to === 'people' ? { language: i18n.language, zone: list.zone } : undefined,
      )
    } catch (error) {
      failed(error)
    }
    onClose()
  }
  return (
    <div className={css.stack} aria-busy={busy}>
      <h2 className={css.heading}>{t('list.exportTitle')}</h2>
      {choices.map(({ to, Icon }) => (
        <button
          key={to}
          type="button"
          className={css.offer}
          disabled={busy}
          onClick={() => void run(to)}
        >
          <Icon size={18} aria-hidden />
          <span>
            {t(`list.exportFor.${to}`)}
            <small>{t(`list.exportHint.${to}`)}</small>
          </span>
        </button>
      ))}
    </div>
  )
}
