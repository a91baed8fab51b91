import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import type { PageProps } from '../routes.ts'

/** Import of records from a file. */
export const ImportPage = ({ resource }: PageProps) => {
  const { t } = useTranslation()
  return <PageHeader title={t('common.import', { many: label(resource.label.many).toLowerCase() })} />
}
