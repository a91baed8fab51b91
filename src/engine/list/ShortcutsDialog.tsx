import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { offeredScopes } from '../scopes.ts'
import css from './panel.module.css'

type Keys = readonly (readonly [names: readonly string[], text: string])[]

/** Keys of every page, of the open record and of the open list. */
const useKeys = (): readonly (readonly [title: string, keys: Keys])[] => {
  const { t } = useTranslation()
  const { list, record } = offeredScopes()
  const many = list ? inSentence(list.resource.label.many) : ''
  const one = list ? inSentence(list.resource.label.one) : ''
  const everywhere: Keys = [
    [['Ctrl', 'K'], t('palette.open')],
    [['/'], list ? t('list.search', { many }) : t('common.searchEverything')],
    [['.'], t('palette.here')],
    [['Ctrl', 'Z'], t('changes.undo')],
    [['?'], t('list.keys.help')],
  ]
  const ofRecord: Keys = [
    ...(record?.edit ? [[['e'], t('detail.edit')] as const] : []),
    ...(record?.create ? [[['c'], t('list.add', { one: inSentence(record.one) })] as const] : []),
  ]
  const ofList: Keys = list
    ? [
        [['↑', '↓'], t('list.keys.move')],
        [['←', '→'], t('list.keys.across')],
        ...(list.rights.read ? [[['Enter'], t('list.keys.open')] as const] : []),
        ...(list.rights.read ? [[[t('list.keys.space')], t('list.peek')] as const] : []),
        ...(list.rights.update ? [[['e'], t('list.keys.edit')] as const] : []),
        ...(list.rights.update ? [[['F2'], t('list.keys.cell')] as const] : []),
        [['f'], t('list.keys.cellFilter')],

        [['x'], t('list.keys.select')],
        [['Shift', '↑', '↓'], t('list.keys.range')],
        [['Shift', 'x'], t('list.keys.rangeTo')],
        [['Ctrl', 'A'], t('list.selectAll')],
        [['b'], t('list.keys.bulk')],
        ...(list.several ? [[['Shift', 'Enter'], t('list.keys.sort')] as const] : []),
        ...(list.rights.create ? [[['c'], t('list.add', { one })] as const] : []),
        [['Esc'], t('list.keys.escape')],
      ]
    : []
  return [
    [t('palette.everywhere'), everywhere] as const,
    [t('palette.thisRecord'), ofRecord] as const,
    [t('palette.thisList'), ofList] as const,
  ].filter(([, keys]) => keys.length)
}

/** Keyboard shortcuts of the open page. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog title={t('list.shortcuts')} onClose={onClose}>
      {useKeys().map(([title, keys]) => (
        <section key={title} aria-label={title}>
          <h3 className={css.heading}>{title}</h3>
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
        </section>
      ))}
    </Dialog>
  )
}
