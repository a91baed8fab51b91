import { buttonClass } from '#ui/Button.tsx'
import { IconMapOff } from '@tabler/icons-react'
import { isProblem } from '#data/problem.ts'
import type { ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { usePageTitle } from '#ui/PageHeader.tsx'
import { ErrorState, State, PermissionDenied } from '#ui/states.tsx'
import { ResourceLink } from './links.tsx'

interface RecordFailureProps {
  readonly resource: ResourceModel
  readonly error: unknown
  readonly onRetry: () => void
}

/**
 * Shown in place of a record's page: missing permission, unknown record, or an error with a retry.
 */
export const RecordFailure = ({ resource, error, onRetry }: RecordFailureProps) => {
  if (isProblem(error, 403)) return <PermissionDenied />
  return isProblem(error, 404) ? (
    <Missing resource={resource} />
  ) : (
    <Failed error={error} onRetry={onRetry} />
  )
}

const Missing = ({ resource }: { resource: ResourceModel }) => {
  const { t } = useTranslation()
  usePageTitle(t('detail.notFoundTitle'))
  return (
    <State
      page
      icon={<IconMapOff size={32} stroke={1.25} />}
      title={t('detail.notFoundTitle')}
      text={t('detail.notFoundText')}
      actions={
        <ResourceLink
          resource={resource}
          target={{ page: 'list' }}
          className={buttonClass({ variant: 'default' })}
        >
          {t('detail.backToList', { many: inSentence(resource.label.many) })}
        </ResourceLink>
      }
    />
  )
}

const Failed = ({ error, onRetry }: Pick<RecordFailureProps, 'error' | 'onRetry'>) => {
  const { t } = useTranslation()
  usePageTitle(t('common.errorTitle'))
  return <ErrorState page error={error} onRetry={onRetry} />
}
