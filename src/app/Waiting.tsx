import { appConfig } from '#data/config.ts'
import type { Me } from '#data/types.ts'
import { WaitingForApproval } from '#screens/waiting/WaitingForApproval.tsx'
import { lazy } from '#ui/lazyPart.tsx'
import { ResendLink } from './ResendLink.tsx'

const TwoFactor = lazy(() =>
  import('#screens/settings/TwoFactor.tsx').then((m) => ({ default: m.TwoFactor })),
)

/**
 * Shown to people who may not work yet, with what they can do: request the link again, set up the
 * second factor.
 */
export const Waiting = ({
  me,
  isHeld,
  onHold,
  onCheck,
}: {
  readonly me: Me
  /** True while backup codes are shown, although nothing is missing any more. */
  readonly isHeld: boolean
  readonly onHold: (isHeld: boolean) => void
  readonly onCheck: () => void
}) => {
  const waitingFor = isHeld ? 'two-factor' : me.waitingFor
  const help = {
    email: appConfig().mail ? <ResendLink /> : null,
    'two-factor': <TwoFactor onCodes={onHold} />,
  }
  return (
    <WaitingForApproval
      me={{ ...me, waitingFor }}
      onCheck={onCheck}
      help={waitingFor === 'email' || waitingFor === 'two-factor' ? help[waitingFor] : null}
    />
  )
}
