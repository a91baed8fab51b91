import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import type { ComposerProps } from '#engine/composers.ts'
import { usePreference } from '#engine/preference.ts'
import { useTranslation } from '#ui/i18n.ts'
import { draftOf, missingIn, type Draft } from './draft.ts'
import { offerFor, useOffers } from './offers.ts'
import { useSave } from './useSave.ts'

const readId = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw : undefined)

/** The given hotel, otherwise the one the person booked last, otherwise the only one. */
const useHotel = (chosen: string | undefined) => {
  const [last, setLast] = usePreference('composer.hotel', readId)
  const { data } = useQuery(optionsQuery('hotels'))
  const known = useQuery(optionsQuery('hotels', { ids: last ? [last] : [] }))
  const only = data?.length === 1 ? data[0]?.id : undefined
  return {
    hotel: chosen ?? known.data?.[0]?.id ?? only,
    keep: (id: string) => {
      if (id !== last) setLast(() => id)
    },
  }
}

/** State of the composer: the draft, the offers for it, the chosen one, and saving. */
export const useComposer = ({ given, onClose }: Pick<ComposerProps, 'given' | 'onClose'>) => {
  const { t } = useTranslation()
  const [entered, setEntered] = useState<Draft>(() => draftOf(given))
  const { hotel, keep } = useHotel(entered.hotel)
  const draft: Draft = { ...entered, hotel }
  const { busy, errors, setErrors, save } = useSave(onClose, (id) =>
    setEntered((old) => ({ ...old, customer: id, created: undefined })),
  )
  const offers = useOffers({ hotel, from: draft.from, until: draft.until, rooms: draft.rooms })
  const chosen = offerFor(offers.data?.types ?? [], draft.type, draft)
  const change = (values: Partial<Draft>) => {
    setEntered((old) => ({ ...old, ...values }))
    setErrors({})
  }
  const book = (confirm: boolean) => {
    const missing = missingIn(draft, chosen?.code)
    if (missing.length || !chosen) {
      return setErrors(Object.fromEntries(missing.map((m) => [m, t(`composer.missing.${m}`)])))
    }
    if (hotel) keep(hotel)
    void save(draft, chosen.code, confirm)
  }
  return { draft, change, offers, chosen, busy, errors, book }
}
