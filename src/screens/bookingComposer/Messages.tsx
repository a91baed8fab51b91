import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { nightsText, type Offer, type Offers } from './offers.ts'
import type { Errors } from './useSave.ts'
import css from './composer.module.css'

/** Why the stay cannot be booked as chosen, before and after a try. */
export const Messages = ({
  offers,
  chosen,
  errors,
}: {
  readonly offers: { readonly data: Offers | undefined; readonly error: Error | null }
  readonly chosen: Offer | undefined
  readonly errors: Errors
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error } = offers
  const texts = [
    ...(error ? [error.message] : []),
    ...(data && !data.open ? [t('composer.notOpen')] : []),
    ...(data?.open && !chosen ? [t('composer.noneFree')] : []),
    ...(data?.open && chosen?.over.length
      ? [
          t(chosen.left ? 'composer.chosenTooFew' : 'composer.chosenFull', {
            type: chosen.name,
            nights: nightsText(chosen.over, format),
          }),
        ]
      : []),
    ...(errors.save ? [errors.save] : []),
  ]
  return (
    <div role="alert" className={css.messages}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
