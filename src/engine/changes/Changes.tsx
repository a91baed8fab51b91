import { ApprovalDialog } from '../approvals/ApprovalDialog.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { exportIn, openApproval, useFollowed } from './followed.ts'
import { Progress } from './Progress.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

/** Progress of the followed operations, of which the newest is visible, and the open dialog. */
export const Changes = () => {
  const { ids, opened, approval } = useFollowed()
  return (
    <>
      {ids.map((id) => {
        const job = exportIn(id)
        const visible = id === ids.at(-1)
        return job === undefined ? (
          <Progress key={id} id={id} visible={visible} />
        ) : (
          <ExportProgress key={id} id={id} job={job} visible={visible} />
        )
      })}
      {opened?.plan ? <UndoDialog key={opened.id} id={opened.id} plan={opened.plan} /> : null}
      {opened && !opened.plan ? <ResultDialog key={opened.id} id={opened.id} /> : null}
      {approval ? <ApprovalDialog key={approval} id={approval} onShow={openApproval} /> : null}
    </>
  )
}
