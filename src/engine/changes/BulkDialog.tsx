import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react'
import { Button, MantineThemeProvider, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Operation, Plan } from '#data/changes.ts'
import { isProblem } from '#data/problem.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { Loading } from '#ui/states.tsx'
import dialog from '#ui/dialog.module.css'
import { reportAsked } from '../approvals/asked.ts'
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

/**
 * Collects what a bulk needs, shows the server's dry run of it, and executes exactly that plan. If
 * the number of selected records differs from the shown one, it explains that and counts again.
 */
export const BulkDialog = ({
  title,
  text,
  action,
  danger = false,
  reason = false,
  form,
  uses,
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
      if (reportAsked(client, failed)) return onClose()
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
  const verb = (): string => {
    if (differs) return t('changes.recount', { count: differs.count })
    if (!tried && asks) return t('changes.preview')
    if (tried?.approvals?.length) return t('changes.askApproval')
    return action(tried?.estimate ? undefined : tried?.counts.done)
  }
  const content = () => {
    if (tried) return <PlanView plan={tried} uses={uses} />
    if (asks) {
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
    return error || differs ? null : (
      <div className={css.trying}>
        <Loading />
      </div>
    )
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
          <div className={`${dialog.foot} ${css.foot}`}>
            {tried && asks ? (
              <Button
                variant="subtle"
                className={css.back ?? ''}
                disabled={busy}
                onClick={() => setTried(undefined)}
              >
                {t('common.back')}
              </Button>
            ) : null}
            <Button variant="default" disabled={busy && tried !== undefined} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={!isReady()}
              {...(danger && tried && !tried.approvals?.length
                ? { color: 'red.9', autoContrast: true }
                : {})}
            >
              {verb()}
            </Button>
          </div>
        </form>
      </MantineThemeProvider>
    </Dialog>
  )
}
