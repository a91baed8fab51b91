import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  approvalQuery,
  approveRequest,
  cancelRequest,
  rejectRequest,
  repeatRequest,
  type Approval,
} from '#data/approvals.ts'
import { useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import { repeatable } from '#model/approvals.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import dialog from '#ui/dialog.module.css'
import { ApprovalView } from './ApprovalView.tsx'
import { useApprovalsLive } from './useApprovalsLive.ts'
import { titleOfApproval } from './words.ts'
import css from './approvals.module.css'

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

const Decisions = ({
  approval,
  onShow,
}: {
  readonly approval: Approval
  readonly onShow: ApprovalDialogProps['onShow']
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { person } = useMe()
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<string>()
  const { state, mine, votes } = approval
  const voted = votes.some((vote) => vote.id !== null && vote.id === person?.id)

  const decide = async (name: string, run: () => Promise<unknown>, done?: TextKey) => {
    setBusy(name)
    setError(undefined)
    try {
      await run()
      if (done) toast.success(t(done))
    } catch (failed) {
      setError(
        isProblem(failed) ? failed.errors[0]?.message || failed.detail : t('common.somethingWrong'),
      )
    }
    setBusy(undefined)
    setRejecting(false)
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.approvals }),
      client.invalidateQueries({ queryKey: keys.collection(approval.collection) }),
    ])
  }
  const reject = () => {
    if (!reason.trim()) return setMissing(true)
    void decide('reject', () => rejectRequest(approval, reason.trim()), 'approvals.rejected')
  }
  const again = () =>
    decide('again', async () => {
      const next = await repeatRequest(approval)
      toast.success(t(next === undefined ? 'approvals.applied' : 'approvals.sent'))
      onShow(next)
    })
  const buttons = () => {
    if (rejecting) {
      return (
        <>
          <Button
            variant="default"
            disabled={busy !== undefined}
            onClick={() => setRejecting(false)}
          >
            {t('common.back')}
          </Button>
          <Button color="red.9" autoContrast loading={busy === 'reject'} onClick={reject}>
            {t('approvals.reject')}
          </Button>
        </>
      )
    }
    if (state === 'pending' && !mine) {
      return voted ? (
        <p className={css.quiet}>{t('approvals.youApproved')}</p>
      ) : (
        <>
          <Button
            variant="default"
            disabled={busy !== undefined}
            onClick={() => setRejecting(true)}
          >
            {t('approvals.reject')}
          </Button>
          <Button
            loading={busy === 'approve'}
            onClick={() =>
              void decide('approve', () => approveRequest(approval), 'approvals.approved')
            }
          >
            {t('approvals.approve')}
          </Button>
        </>
      )
    }
    return (
      <>
        {mine && state === 'pending' ? (
          <Button
            variant="default"
            loading={busy === 'cancel'}
            onClick={() =>
              void decide('cancel', () => cancelRequest(approval), 'approvals.withdrawn')
            }
          >
            {t('approvals.withdraw')}
          </Button>
        ) : null}
        {mine && repeatable.includes(state) ? (
          <Button variant="default" loading={busy === 'again'} onClick={() => void again()}>
            {t('approvals.again')}
          </Button>
        ) : null}
        <Button onClick={() => onShow(undefined)}>{t('common.close')}</Button>
      </>
    )
  }
  return (
    <>
      {rejecting ? (
        <Textarea
          className={css.why ?? ''}
          label={t('approvals.rejectTitle')}
          required
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(e) => {
            setReason(e.currentTarget.value)
            setMissing(false)
          }}
          error={missing ? t('changes.reasonNeeded') : undefined}
          autoFocus
        />
      ) : null}
      {error ? (
        <p role="alert" className={dialog.error}>
          {error}
        </p>
      ) : null}
      <div className={`${dialog.foot} ${css.foot}`}>{buttons()}</div>
    </>
  )
}
