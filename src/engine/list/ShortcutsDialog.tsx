import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import type { List } from './useList.ts'
import css from './panel.module.css'

/** Keyboard shortcuts of a list. */
export const ShortcutsDialog = ({
  list,
  onClose,
}: {
  readonly list: List
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { rights, resource } = list
  const keys: [string[], string][] = [
    [['/'], t('list.search', { many: inSentence(resource.label.many) })],
    [['↑', '↓'], t('list.keys.move')],
    [['←', '→'], t('list.keys.across')],
    ...(rights.read ? [[['Enter'], t('list.keys.open')] as [string[], string]] : []),
    ...(rights.update ? [[['e'], t('list.keys.edit')] as [string[], string]] : []),
    ...(rights.update ? [[['F2'], t('list.keys.cell')] as [string[], string]] : []),
    [['x'], t('list.keys.select')],
    [['Shift', '↑', '↓'], t('list.keys.range')],
    [['Shift', 'x'], t('list.keys.rangeTo')],
    [['Ctrl', 'A'], t('list.selectAll')],
    [['Esc'], t('list.keys.none')],
    ...(rights.create
      ? [[['c'], t('list.add', { one: inSentence(resource.label.one) })] as [string[], string]]
      : []),
    [['Esc'], t('list.keys.escape')],
    [['?'], t('list.keys.help')],
  ]
  return (
    <Dialog title={t('list.shortcuts')} onClose={onClose}>
      <dl className={css.keys}>
        {keys.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((k) => (
                <kbd key={k}>{k}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
