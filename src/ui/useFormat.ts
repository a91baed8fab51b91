import { useTranslation } from './i18n.ts'
import { formatOf, type Format } from './format.ts'

/**
 * Formatters in the person's language and, unless another zone is given, the zone of their device.
 */
export const useFormat = (timeZone?: string): Format => {
  const { i18n } = useTranslation()
  return formatOf(i18n.language || 'en', timeZone)
}
