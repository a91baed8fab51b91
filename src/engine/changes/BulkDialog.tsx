import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react'
import { MantineThemeProvider } from '@mantine/core'
import { Textarea } from '#ui/Textarea.tsx'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { Operation, Plan } from '#data/changes.ts'
import { isProblem } from '#data/problem.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { Loading } from '#ui/states.tsx'
import { dismissal, saysCancel } from '#ui/dismissal.ts'
import dialog from '#ui/dialog.module.css'
import { reportRequested } from '../approvals/requested.ts'
import { PlanView, type PlanUses } from './PlanView.tsx'
import css from './changes.module.css'

// A modal dialog covers every portal, so lists must open inside it; fixed positioning keeps the
// dialog from clipping them.
const placed = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
const inside = { components: { Popover: placed, Combobox: placed } }

/** A bulk change that a person is about to make. */
export interface BulkQuestion {
  readonly title: string
  readonly text?: string
  /** The button names the change and how many records it affects: `Delete 3 facilities`. */
  action(count: number | undefined): string
  readonly danger?: boolean
  /** Asks for a reason. */
  readonly reason?: boolean
  /** Inputs of the change; `complete` once they can be previewed. */
  readonly form?: { readonly content: ReactNode; readonly complete: boolean }
  /** What to say about records that refer to those that are deleted or end. */
  readonly uses?: PlanUses
  plan(reason: string | undefined): Promise<Plan>
  apply(plan: Plan, reason: string | undefined): Promise<Operation>
  /** Counts the selection again, after the number of its records changed. */
  recount?(): Promise<void>
}

interface BulkDialogProps extends BulkQuestion {
  readonly onDone: (operation: Operation, plan: Plan) => void
  readonly onClose: () => void
}

/** The steps of a bulk change: ask, preview, apply; back to counting if the selection differs. */
const useBulk = ({
  reason = false,
  form,
  plan,
  apply,
  recount,
  onDone,
  onClose,
}: BulkDialogProps) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const asks = reason || form !== undefined
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState<Plan>()
  const [busy, setBusy] = useState(!asks)
  const [error, setError] = useState<string>()
  const [differs, setDiffers] = useState<{ expected: number; count: number }>()
  const given = reason ? why.trim() : undefined

  const attempt = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    setDiffers(undefined)
    try {
      await run()
    } catch (failed) {
      if (reportRequested(client, failed)) return onClose()
      setTried(undefined)
      if (isProblem(failed, 409) && failed.code === 'count_differs') {
        setDiffers({
          expected: Number(failed.members.expected),
          count: Number(failed.members.count),
        })
      } else {
        setError(
          isProblem(failed)
            ? failed.errors[0]?.message || failed.detail
            : t('common.somethingWrong'),
        )
      }
    }
    setBusy(false)
  }
  const preview = () => attempt(async () => setTried(await plan(given)))
  const start = useEffectEvent(() => {
    if (!asks) void preview()
  })
  useEffect(() => start(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (differs) {
      void attempt(async () => {
        await recount?.()
      })
    } else if (tried) {
      void attempt(async () => onDone(await apply(tried, given), tried))
    } else void preview()
  }
  const isReady = (): boolean => {
    if (tried) return Boolean(tried.counts.done)
    if (differs) return recount !== undefined
    return form?.complete !== false && (!reason || given !== '')
  }
  return {
    asks,
    why,
    setWhy,
    tried,
    back: () => setTried(undefined),
    busy,
    error,
    differs,
    submit,
    isReady,
  }
}
type Bulk = ReturnType<typeof useBulk>

/** What the change needs before it can be previewed. */
const Questions = ({
  form,
  reason,
  bulk: { why, setWhy },
}: Pick<BulkDialogProps, 'form' | 'reason'> & { readonly bulk: Bulk }) => {
  const { t } = useTranslation()
  return (
    <div className={dialog.fields}>
      {form?.content}
      {reason ? (
        <Textarea
          label={t('changes.reason')}
          description={t('changes.reasonHint')}
          required
          rows={3}
          maxLength={1000}
          value={why}
          onChange={(e) => setWhy(e.currentTarget.value)}
          data-autofocus
        />
      ) : null}
    </div>
  )
}

const Foot = ({
  action,
  danger,
  bulk: { asks, tried, back, busy, differs, isReady },
  onClose,
}: Pick<BulkDialogProps, 'action' | 'danger' | 'onClose'> & { readonly bulk: Bulk }) => {
  const { t } = useTranslation()
  const verb = (): string => {
    if (differs) return t('changes.recount', { count: differs.count })
    if (!tried && asks) return t('changes.preview')
    if (tried?.approvals?.length) return t('changes.askApproval')
    return action(tried?.estimate ? undefined : tried?.counts.done)
  }
  const goesBack = tried !== undefined && asks
  const named = action(undefined)
  return (
    <div className={`${dialog.foot} ${css.foot}`}>
      {goesBack ? (
        <Button variant="subtle" className={css.back} disabled={busy} onClick={back}>
          {t('common.back')}
        </Button>
      ) : null}
      <Button variant="default" disabled={busy && tried !== undefined} onClick={onClose}>
        {goesBack && saysCancel(t, named) ? t('common.close') : dismissal(t, named)}
      </Button>
      <Button
        type="submit"
        loading={busy}
        disabled={!isReady()}
        tone={danger && tried && !tried.approvals?.length ? 'danger' : undefined}
      >
        {verb()}
      </Button>
    </div>
  )
}

/**
 * Collects what a bulk needs, shows the server's dry run of it, and executes exactly that plan. If
 * the number of selected records differs from the shown one, it explains that and counts again.
 */
export const BulkDialog = (props: BulkDialogProps) => {
  const { t } = useTranslation()
  const { title, text, action, danger, reason, form, uses, onClose } = props
  const bulk = useBulk(props)
  const { asks, tried, busy, error, differs, submit } = bulk
  const content = () => {
    if (tried) return <PlanView plan={tried} uses={uses} />
    if (asks) return <Questions form={form} reason={reason} bulk={bulk} />
    return error || differs ? null : <Loading />
  }
  return (
    <Dialog
      title={title}
      wide
      onClose={() => {
        if (!busy || !tried) onClose()
      }}
    >
      <MantineThemeProvider theme={inside}>
        <form onSubmit={submit} noValidate>
          <div className={css.dialog}>
            {text ? <p className={css.text}>{text}</p> : null}
            {content()}
            {differs ? (
              <p role="alert" className={dialog.error}>
                {t('changes.differs', differs)}
              </p>
            ) : null}
            {error ? (
              <p role="alert" className={dialog.error}>
                {error}
              </p>
            ) : null}
          </div>
          <Foot {...{ action, danger, bulk, onClose }} />
        </form>
      </MantineThemeProvider>
    </Dialog>
  )
}
