import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import panel from '#engine/list/panel.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { moved, NO_CHANGES, toggled, type Home } from './home.ts'

/** Cards that can be arranged among each other, in the person's order. */
export interface CardGroup {
  readonly title: string
  readonly cards: readonly { readonly id: string; readonly label: string }[]
}

/** Dialog that hides, shows and moves the cards of the home page; every change is kept at once. */
export const Arrange = ({
  groups,
  home,
  onChange,
  onClose,
}: {
  readonly groups: readonly CardGroup[]
  readonly home: Home
  readonly onChange: (change: (home: Home) => Home) => void
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <Dialog title={t('dashboard.arrange')} onClose={onClose}>
      <div className={panel.stack}>
        {groups
          .filter((group) => group.cards.length)
          .map(({ title, cards }) => {
            const ids = cards.map((card) => card.id)
            return (
              <fieldset key={title} className={panel.set}>
                <legend>{title}</legend>
                <ul className={panel.rows}>
                  {cards.map(({ id, label }, i) => (
                    <li key={id} className={panel.row}>
                      <label className={panel.choice}>
                        <input
                          type="checkbox"
                          checked={!home.hidden.includes(id)}
                          onChange={() => onChange((old) => toggled(old, id))}
                        />
                        <span className={panel.choiceText}>{label}</span>
                      </label>
                      <button
                        type="button"
                        className={panel.icon}
                        disabled={i === 0}
                        aria-label={t('list.moveUp', { label })}
                        onClick={() => onChange((old) => moved(old, ids, id, -1))}
                      >
                        <IconArrowUp size={14} aria-hidden />
                      </button>
                      <button
                        type="button"
                        className={panel.icon}
                        disabled={i === cards.length - 1}
                        aria-label={t('list.moveDown', { label })}
                        onClick={() => onChange((old) => moved(old, ids, id, 1))}
                      >
                        <IconArrowDown size={14} aria-hidden />
                      </button>
                    </li>
                  ))}
                </ul>
              </fieldset>
            )
          })}
        <p className={panel.note}>{t('dashboard.addView')}</p>
        {home.hidden.length || home.order.length ? (
          <button type="button" className={panel.plain} onClick={() => onChange(() => NO_CHANGES)}>
            {t('dashboard.arrangeReset')}
          </button>
        ) : null}
      </div>
    </Dialog>
  )
}
