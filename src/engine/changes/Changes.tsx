import { useState } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { ApprovalDialog } from '../approvals/ApprovalDialog.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { exportIn, openApproval, useFollowed } from './followed.ts'
import { Progress } from './Progress.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import css from './changes.module.css'

/** Which of several operations is visible: the newest, until another one is chosen. */
const useVisible = (ids: readonly string[]) => {
  const newest = ids.at(-1)
  const [chosen, choose] = useState<{ readonly id: string; readonly newest: string | undefined }>()
  const visible = chosen?.newest === newest && ids.includes(chosen?.id ?? '') ? chosen?.id : newest
  const next = ids.at(ids.indexOf(visible ?? '') - 1)
  return { visible, showNext: () => next && choose({ id: next, newest }) }
}

/** Progress of the followed operations, of which one is visible, and the open dialog. */
export const Changes = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const { ids, opened, approval } = useFollowed()
  const { visible, showNext } = useVisible(ids)
  const place = { n: format.number(ids.indexOf(visible ?? '') + 1), of: format.number(ids.length) }
  return (
    <>
      {ids.map((id) => {
        const job = exportIn(id)
        return job === undefined ? (
          <Progress key={id} id={id} visible={id === visible} />
        ) : (
          <ExportProgress key={id} id={id} job={job} visible={id === visible} />
        )
      })}
      {ids.length > 1 ? (
        <button
          type="button"
          className={css.next}
          aria-label={t('changes.next', place)}
          title={t('changes.next', place)}
          onClick={showNext}
        >
          {`${place.n}/${place.of}`}
        </button>
      ) : null}
      {opened?.plan ? <UndoDialog key={opened.id} id={opened.id} plan={opened.plan} /> : null}
      {opened && !opened.plan ? <ResultDialog key={opened.id} id={opened.id} /> : null}
      {approval ? <ApprovalDialog key={approval} id={approval} onShow={openApproval} /> : null}
    </>
  )
}
