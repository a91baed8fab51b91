import { useQuery } from '@tanstack/react-query'
import { approvalQuery } from '#data/approvals.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { ApprovalView } from './ApprovalView.tsx'
import { Decisions } from './Decisions.tsx'
import { useApprovalsLive } from './useApprovalsLive.ts'
import { titleOfApproval } from './words.ts'

interface ApprovalDialogProps {
  readonly id: string
  /** Shows another request instead, or closes the dialog. */
  readonly onShow: (id: string | undefined) => void
}

/** A request for approval with everything that is reviewed, and the decisions of this person. */
export const ApprovalDialog = ({ id, onShow }: ApprovalDialogProps) => {
  const { t } = useTranslation()
  useApprovalsLive()
  const { data: approval, error, refetch } = useQuery(approvalQuery(id))
  const content = () => {
    if (error && !approval) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!approval) return <Loading />
    return (
      <>
        <ApprovalView approval={approval} />
        <Decisions key={approval.hash} approval={approval} onShow={onShow} />
      </>
    )
  }
  return (
    <Dialog
      wide
      title={approval ? titleOfApproval(approval) : t('approvals.title')}
      onClose={() => onShow(undefined)}
    >
      {content()}
    </Dialog>
  )
}
