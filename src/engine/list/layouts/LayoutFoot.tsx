import type { ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { Outcome } from './Outcome.tsx'
import type { Outcome as MoveOutcome } from './useMoves.ts'
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
  /** True if there are more records than are shown. */
  readonly cut: boolean
  readonly outcome: MoveOutcome | undefined
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.foot}>
      <div role="status">
        {t(cut ? 'layouts.cut' : 'layouts.count', {
          count,
          many: inSentence(resource.label.many),
        })}
      </div>
      <Outcome outcome={outcome} />
    </div>
  )
}
