import { Button } from '#ui/Button.tsx'
import { IconUserCheck } from '@tabler/icons-react'
import type { Approval } from '#data/approvals.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { openApproval } from '../changes/followed.ts'
import { useTimeZone } from '../person.ts'
import { RecordNotice } from '../RecordNotice.tsx'
import { changeOf, titleOfApproval } from './words.ts'

/** Says on a record's page which changes of it wait for approval, to those who may see them. */
export const ApprovalBanner = ({ waiting }: { readonly waiting: readonly Approval[] }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  return waiting.map((approval) => {
    const ago = format.ago(approval.at)
    const name = approval.requester.name ?? t('approvals.somebody')
    return (
      <RecordNotice
        key={approval.id}
        tone="info"
        icon={IconUserCheck}
        actions={
          <Button size="small" variant="default" onClick={() => openApproval(approval.id)}>
            {t('approvals.show')}
          </Button>
        }
      >
        <strong>
          {t('approvals.banner', {
            what: approval.bulk ? titleOfApproval(approval) : changeOf(approval),
          })}
        </strong>{' '}
        {approval.mine ? t('approvals.byYou', { ago }) : t('approvals.by', { name, ago })}
      </RecordNotice>
    )
  })
}
