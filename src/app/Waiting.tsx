import { lazy } from 'react'
import { appConfig } from '#data/config.ts'
import type { Me } from '#data/types.ts'
import { WaitingForApproval } from '#screens/waiting/WaitingForApproval.tsx'
import { ResendLink } from './ResendLink.tsx'

const TwoFactor = lazy(() =>
  import('#screens/settings/TwoFactor.tsx').then((m) => ({ default: m.TwoFactor })),
)

/**
 * Shown to people who may not work yet, with what they can do: request the link again, set up the
 * second factor.
 */
export const Waiting = (props: { readonly me: Me; readonly onCheck: () => void }) => {
  const { waitingFor } = props.me
  const help = {
    email: appConfig().mail ? <ResendLink /> : null,
    'two-factor': <TwoFactor />,
  }
  return (
    <WaitingForApproval
      {...props}
      help={waitingFor === 'email' || waitingFor === 'two-factor' ? help[waitingFor] : null}
    />
  )
}
