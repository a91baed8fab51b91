import { Textarea } from '#ui/Textarea.tsx'
import { Button } from '#ui/Button.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { remind, remindersKey } from '#data/reminders.ts'
import type { RecordData } from '#data/types.ts'
import { MAX_REMINDER_TEXT } from '#model/reminders.ts'
import type { ResourceModel } from '#model/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import dialog from '#ui/dialog.module.css'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { InstantBox } from '../fields/dates/InstantBox.tsx'
import { useTimeZone } from '../person.ts'
import { titleOf } from '../recordActions.ts'
import { offeredInstant, offersOf, type OfferedTime } from './when.ts'
import css from './reminders.module.css'

const OTHER = 'other' as const

type Offer = OfferedTime | typeof OTHER

interface OffersProps {
  readonly chosen: Offer
  readonly now: number
  readonly onChoose: (offer: Offer) => void
}

const Offers = ({ chosen, now, onChoose }: OffersProps) => {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  return (
    <fieldset className={css.offers}>
      <legend className={css.legend}>{t('reminders.when')}</legend>
      {[...offersOf(now, zone), OTHER].map((name, i) => (
        <label key={name} className={css.offer}>
          <input
            type="radio"
            name="offer"
            checked={chosen === name}
            {...(i === 0 ? { 'data-autofocus': true } : {})}
            onChange={() => onChoose(name)}
          />
          <span className={css.offerName}>{t(`reminders.offers.${name}`)}</span>
          {name === OTHER ? null : (
            <span className={css.offerTime}>{format.instant(offeredInstant(name, now, zone))}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** Asks when and of what to remind the person, in their time zone. */
export const RemindDialog = ({
  resource,
  record,
  onClose,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  const client = useQueryClient()
  const alert = useId()
  const [now] = useState(Date.now)
  const [offer, setOffer] = useState<Offer>('tomorrow')
  const [other, setOther] = useState(() => offeredInstant('tomorrow', now, zone))
  const [text, setText] = useState('')
  const [past, setPast] = useState(false)
  const setting = useMutation({
    mutationFn: (at: string) =>
      remind(resource, record.id, { at, ...(text.trim() ? { text: text.trim() } : {}) }),
    onSuccess: (_, at) => {
      toast.success(t('reminders.set', { at: format.instant(at) }))
      void client.invalidateQueries({ queryKey: remindersKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = offer === OTHER ? other : offeredInstant(offer, Date.now(), zone)
    const comes = Date.parse(at) > Date.now()
    setPast(!comes)
    if (comes) setting.mutate(at)
  }
  return (
    <Dialog title={t('reminders.title', { title: titleOf(resource, record) })} onClose={onClose}>
      <form onSubmit={submit} className={css.form} noValidate>
        <Offers chosen={offer} now={now} onChoose={setOffer} />
        {offer === OTHER ? (
          <InstantBox
            label={t('reminders.dayAndTime')}
            description={zone}
            value={other}
            error={past ? t('reminders.past') : undefined}
            onChange={(at) => {
              setOther(at)
              setPast(false)
            }}
          />
        ) : null}
        <Textarea
          label={t('reminders.text')}
          description={t('reminders.private')}
          maxLength={MAX_REMINDER_TEXT}
          autosize
          minRows={2}
          maxRows={6}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
        />
        {setting.error ? (
          <p role="alert" id={alert} className={dialog.error}>
            {setting.error.message}
          </p>
        ) : null}
        <div className={dialog.foot}>
          <Button variant="default" disabled={setting.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={setting.isPending}>
            {t('reminders.remind')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
