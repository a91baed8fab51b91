import { useTranslation } from '#ui/i18n.ts'
import type { ValueKind } from '../types.ts'

const YesNo: ValueKind = ({ value }) => {
  const { t } = useTranslation()
  return t(value ? 'common.yes' : 'common.no')
}

export { YesNo as value }
