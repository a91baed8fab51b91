import { useOthersHere, type Other } from '#data/presence.ts'
import { useTranslation } from '#ui/i18n.ts'

/** The people on a record besides oneself; those whom this person may not know are "someone". */
export const useNamedOthers = (collection: string, id: string): readonly Other[] => {
  const { t } = useTranslation()
  return useOthersHere(collection, id).map((other) =>
    other.name ? other : { ...other, name: t('detail.someone') },
  )
}
