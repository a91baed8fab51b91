import type { ResourceModel } from '#model/types.ts'
import { useCountText } from './countText.ts'
import { Outcome } from './Outcome.tsx'
import type { Outcome as MoveOutcome } from './useMoves.ts'
import type { AllRows } from './useAllRows.ts'
import css from './layouts.module.css'

/** How many records a layout shows, and what became of the last move. */
export const LayoutFoot = ({
  resource,
  count,
  cut,
  outcome,
}: {
  readonly resource: ResourceModel
  readonly count: number
  readonly cut: AllRows['cut']
  readonly outcome: MoveOutcome | undefined
}) => {
  const text = useCountText(resource)
  return (
    <div className={css.foot}>
      <div role="status">{text(count, cut)}</div>
      <Outcome outcome={outcome} />
    </div>
  )
}
