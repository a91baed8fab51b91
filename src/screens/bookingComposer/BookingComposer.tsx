import type { KeyboardEvent } from 'react'
import { Textarea } from '#ui/Textarea.tsx'
import type { ComposerProps } from '#engine/composers.ts'
import { todayIn } from '#engine/list/layouts/days.ts'
import { useTimeZone } from '#engine/person.ts'
import { useRights } from '#engine/resource.ts'
import { fieldOf } from '#model/standard.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Stepper } from '#ui/Stepper.tsx'
import { formValuesOf, type Draft } from './draft.ts'
import { Foot } from './Foot.tsx'
import { Guest } from './Guest.tsx'
import { Messages } from './Messages.tsx'
import { OfferList } from './OfferList.tsx'
import { RecordPicker } from './RecordPicker.tsx'
import { StayPicker } from './StayPicker.tsx'
import { useComposer } from './useComposer.ts'
import css from './composer.module.css'

interface CountsProps {
  readonly draft: Draft
  /** Label of a field of the booking. */
  readonly nameOf: (field: string) => string
  readonly onChange: (part: Partial<Draft>) => void
}

/** Numbers of rooms and guests. */
const Counts = ({ draft, nameOf, onChange }: CountsProps) => (
  <div className={css.counts}>
    {(['rooms', 'adults', 'children'] as const).map((field) => (
      <Stepper
        most={100}
        key={field}
        label={nameOf(field)}
        value={draft[field]}
        least={field === 'rooms' ? 1 : 0}
        onChange={(n) => onChange({ [field]: n })}
      />
    ))}
  </div>
)

/** Side sheet that books rooms: guest, hotel, nights and a room type with its live price. */
export const BookingComposer = ({ resource, given, onClose, onForm }: ComposerProps) => {
  const { t } = useTranslation()
  const rights = useRights(resource)
  const zone = useTimeZone()
  const { draft, change, offers, chosen, busy, errors, book } = useComposer({ given, onClose })
  const { data } = offers
  const name = (field: string) => label(fieldOf(resource, field)?.label ?? field)
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || busy) return
    e.preventDefault()
    book(rights.transition('confirmed'))
  }
  return (
    <Dialog
      overPages
      title={t('form.addTitle', { what: inSentence(resource.label.one) })}
      side
      onClose={() => {
        if (!busy) onClose()
      }}
    >
      <div className={css.composer} role="presentation" onKeyDown={onKeyDown}>
        <div className={css.fields}>
          <Guest
            customer={draft.customer}
            created={draft.created}
            errors={errors}
            onPick={(customer) => change({ customer, created: undefined })}
            onNew={(created) => change({ created, customer: undefined })}
          />
          <RecordPicker
            collection="hotels"
            label={name('hotel')}
            value={draft.hotel}
            error={errors.hotel}
            onPick={(hotel) =>
              change({ hotel, ...(hotel === draft.hotel ? {} : { type: undefined }) })
            }
          />
          <StayPicker
            nights={draft}
            today={data?.today ?? todayIn(zone)}
            error={errors.nights}
            onChange={({ from, until }) => change({ from, until })}
          />
          <Counts draft={draft} nameOf={name} onChange={change} />
          {data ? (
            <OfferList
              label={name('roomTypeCode')}
              types={data.types}
              nights={data.nights}
              rooms={draft.rooms}
              chosen={chosen}
              onChoose={(type) => change({ type })}
            />
          ) : (
            <p className={css.hint}>{t('composer.chooseForOffers')}</p>
          )}
          {rights.writeField('notes') ? (
            <Textarea
              label={name('notes')}
              rows={2}
              value={draft.notes}
              onChange={(e) => change({ notes: e.currentTarget.value })}
            />
          ) : null}
        </div>
        <Messages offers={offers} chosen={chosen} errors={errors} />
        <Foot
          resource={resource}
          chosen={chosen}
          busy={busy}
          onBook={book}
          onForm={() => onForm(formValuesOf(draft, chosen?.code))}
        />
      </div>
    </Dialog>
  )
}
