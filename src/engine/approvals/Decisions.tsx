import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { approveRequest, cancelRequest, repeatRequest, type Approval } from '#data/approvals.ts'
import { useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import { repeatable } from '#model/approvals.ts'
import { t, useTranslation, type TextKey } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import dialog from '#ui/dialog.module.css'
import { REASONED, Reason, type Reasoned } from './Reason.tsx'
import css from './approvals.module.css'

interface DecisionsProps {
  readonly approval: Approval
  /** Shows another request instead, or closes the dialog. */
  readonly onShow: (id: string | undefined) => void
}

const failureOf = (failed: unknown): string =>
  isProblem(failed) ? failed.errors[0]?.message || failed.detail : t('common.somethingWrong')

/** What this person may do about a request, and the reason where one is needed. */
export const Decisions = ({ approval, onShow }: DecisionsProps) => {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Reasoned>()
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<string>()

  const decide = async (name: string, run: () => Promise<unknown>, done?: TextKey) => {
    setBusy(name)
    setError(undefined)
    try {
      await run()
      if (done) toast.success(t(done))
    } catch (failed) {
      setError(failureOf(failed))
    }
    setBusy(undefined)
    setAsking(undefined)
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.approvals }),
      client.invalidateQueries({ queryKey: keys.collection(approval.collection) }),
    ])
  }
  return (
    <>
      {asking ? (
        <Reason
          asking={asking}
          busy={busy !== undefined}
          onBack={() => setAsking(undefined)}
          onSend={(reason) => {
            const { send, done } = REASONED[asking]
            void decide(asking, () => send(approval, reason), done)
          }}
        />
      ) : null}
      {error ? (
        <p role="alert" className={dialog.error}>
          {error}
        </p>
      ) : null}
      {asking ? null : (
        <Choices
          approval={approval}
          busy={busy}
          decide={decide}
          onAsk={setAsking}
          onShow={onShow}
        />
      )}
    </>
  )
}

/** The buttons of a request: what this person may do with it now. */
const Choices = ({
  approval,
  busy,
  decide,
  onAsk,
  onShow,
}: {
  readonly approval: Approval
  readonly busy: string | undefined
  readonly decide: (name: string, run: () => Promise<unknown>, done?: TextKey) => Promise<void>
  readonly onAsk: (asking: Reasoned) => void
  readonly onShow: DecisionsProps['onShow']
}) => {
  const { t } = useTranslation()
  const { person } = useMe()
  const { state, mine, votes, canApprove, canOverride } = approval
  const voted = votes.some((vote) => vote.id !== null && vote.id === person?.id)
  const pending = state === 'pending'
  const decides = pending && canApprove && !voted
  const again = () =>
    decide('again', async () => {
      const next = await repeatRequest(approval)
      toast.success(t(next === undefined ? 'approvals.applied' : 'approvals.sent'))
      onShow(next)
    })
  return (
    <div className={`${dialog.foot} ${css.foot}`}>
      {pending && voted ? <p className={css.quiet}>{t('approvals.youApproved')}</p> : null}
      {pending && canOverride ? (
        <Button
          variant="subtle"
          tone="danger"
          className={css.override}
          disabled={busy !== undefined}
          onClick={() => onAsk('override')}
        >
          {t('approvals.override')}
        </Button>
      ) : null}
      {decides ? (
        <>
          <Button variant="default" disabled={busy !== undefined} onClick={() => onAsk('reject')}>
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
      ) : null}
      {mine && pending ? (
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
      {decides || (pending && voted) ? null : (
        <Button onClick={() => onShow(undefined)}>{t('common.close')}</Button>
      )}
    </div>
  )
}
