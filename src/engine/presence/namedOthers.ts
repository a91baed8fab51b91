import { useOthersHere, type Other } from '#data/presence.ts'
import { useTranslation } from '#ui/i18n.ts'

/** The other people on a record; those this person may not see are "someone". */
export const useNamedOthers = (collection: string, id: string): readonly Other[] => {
  const { t } = useTranslation()
  return useOthersHere(collection, id).map((other) =>
    other.name ? other : { ...other, name: t('detail.someone') },
  )
}
