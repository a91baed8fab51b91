import { TextInput } from '#ui/TextInput.tsx'
import type { ReactNode } from 'react'
import { latinDigits } from '#ui/digits.ts'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { priorities, type Organisation, type Priority, type Target } from './api.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

const names: Readonly<Record<Priority, TextKey>> = {
  urgent: 'settings.urgent',
  high: 'settings.high',
  normal: 'settings.normal',
  low: 'settings.low',
}
const targets = [
  ['reply', 'settings.reply', 'settings.replyOf'],
  ['next', 'settings.next', 'settings.nextOf'],
  ['resolve', 'settings.resolve', 'settings.resolveOf'],
] as const satisfies readonly (readonly [keyof Target, TextKey, TextKey])[]

/** SLA targets of each priority, in business hours. */
export const SlaCard = ({
  sla,
  fields,
  foot,
  onChange,
}: {
  readonly sla: Organisation['sla']
  /** Messages by path, such as `sla.low.reply`. */
  readonly fields: Readonly<Record<string, string>>
  readonly foot: ReactNode
  readonly onChange: (sla: Organisation['sla']) => void
}) => {
  const { t } = useTranslation()
  const set = (priority: Priority, which: keyof Target, text: string) =>
    onChange({
      ...sla,
      [priority]: { ...sla[priority], [which]: Number(latinDigits(text).replace(/\D/g, '')) },
    })
  return (
    <Card title={t('settings.sla')} text={t('settings.slaText')} foot={foot}>
      <table className={css.sla} aria-label={t('settings.sla')}>
        <thead>
          <tr>
            <th scope="col">{t('settings.priority')}</th>
            {targets.map(([which, title]) => (
              <th key={which} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {priorities.map((priority) => (
            <tr key={priority}>
              <th scope="row">{t(names[priority])}</th>
              {targets.map(([which, , title]) => (
                <td key={which}>
                  <TextInput
                    aria-label={t(title, { priority: t(names[priority]) })}
                    inputMode="numeric"
                    value={sla[priority][which] || ''}
                    error={fields[`sla.${priority}.${which}`]}
                    rightSection={<span className={css.unit}>{t('settings.hours')}</span>}
                    rightSectionWidth={32}
                    onChange={(e) => set(priority, which, e.currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
