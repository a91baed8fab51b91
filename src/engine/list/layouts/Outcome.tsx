import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Outcome as Said } from './useMoves.ts'
import css from './layouts.module.css'

/** Result of the last move. Always mounted, so that a screen reader announces it. */
export const Outcome = ({ outcome }: { readonly outcome: Said | undefined }) => (
  <div role="status" className={css.outcome} data-refused={outcome?.refused || undefined}>
    {outcome ? (
      <>
        {outcome.refused ? (
          <IconAlertTriangle size={16} aria-hidden />
        ) : (
          <IconCheck size={16} aria-hidden />
        )}
        <span>{outcome.text}</span>
      </>
    ) : null}
  </div>
)
