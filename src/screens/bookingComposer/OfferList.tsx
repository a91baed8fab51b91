import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { nightsText, type Offer } from './offers.ts'
import css from './composer.module.css'

interface OfferListProps {
  readonly label: string
  readonly types: readonly Offer[]
  readonly nights: number
  readonly rooms: number
  readonly chosen: Offer | undefined
  readonly onChoose: (code: string) => void
}

/** Room types as radio cards: price of the stay, and the rooms that are left. */
export const OfferList = ({ label, types, nights, rooms, chosen, onChoose }: OfferListProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { money } = format
  const priceOf = (offer: Offer) => {
    const values = {
      nights: t('pages.nightsOf', { count: nights }),
      rooms: t('pages.rooms', { count: rooms }),
      rate: money(offer.nightlyRate),
      total: offer.total ? money(offer.total) : '—',
    }
    return t(rooms > 1 ? 'composer.priceOfRooms' : 'composer.price', values)
  }
  return (
    <fieldset className={css.offers}>
      <legend className={css.label}>
        {label} <span className={css.star}>*</span>
      </legend>
      {types.map((offer) => (
        <label
          key={offer.code}
          className={css.offer}
          data-full={offer.over.length > 0 || undefined}
        >
          <input
            type="radio"
            name="offer"
            value={offer.code}
            checked={offer.code === chosen?.code}
            onChange={() => onChoose(offer.code)}
          />
          <span className={css.offerName}>
            {offer.name}
            <small>{t('composer.sleeps', { count: offer.adults + offer.children })}</small>
          </span>
          <span className={css.price}>{priceOf(offer)}</span>
          <span className={css.left} data-few={offer.left < 3 || undefined}>
            {offer.left > 0 ? t('composer.left', { count: offer.left }) : t('composer.noneLeft')}
          </span>
          {offer.over.length ? (
            <span className={css.over}>
              {t(offer.left ? 'composer.tooFew' : 'composer.fullOn', {
                nights: nightsText(offer.over, format),
              })}
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  )
}
