import { lazy } from 'react'
import type { Me } from '#data/types.ts'
import { WaitingForApproval } from '#screens/waiting/WaitingForApproval.tsx'

const TwoFactor = lazy(() =>
  import('#screens/settings/TwoFactor.tsx').then((m) => ({ default: m.TwoFactor })),
)

/** What somebody sees who may not work yet, with the set-up of the second factor where that is what is missing. */
export const Waiting = (props: { readonly me: Me; readonly onCheck: () => void }) => (
  <WaitingForApproval {...props} twoFactor={<TwoFactor />} />
)
