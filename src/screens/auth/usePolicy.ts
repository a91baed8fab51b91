import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { passwordPolicy } from '#data/accounts.ts'

/** Minimum password length of the server; 8 until it responds. */
export const useMinPasswordLength = (): number =>
  useQuery({
    queryKey: ['password-policy'],
    queryFn: ({ signal }) => passwordPolicy(signal),
    staleTime: Infinity,
  }).data?.minPasswordLength ?? 10

/** Password policy of the identity service, fetched when somebody is about to set a password. */
export interface PolicyHint {
  /** Fetches the policy in the background; our own rule is shown until it arrives. */
  readonly ask: () => void
  readonly text: string | undefined
  /** Requirements a password does not meet yet, as one sentence. */
  readonly lacking: (password: string) => string | undefined
}

export const useIdentityPolicy = (on: boolean): PolicyHint => {
  const [isRequested, setRequested] = useState(false)
  const { data } = useQuery({
    queryKey: ['identity-policy'],
    enabled: on && isRequested,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const flow = await import('../shared/identityFlow.ts')
      return { policy: await flow.identityPolicy(), sentences: flow.policySentences }
    },
  })
  const joined = (texts: readonly string[]): string | undefined =>
    texts.length ? texts.join(' · ') : undefined
  return {
    ask: () => setRequested(true),
    text: data && joined(data.sentences(data.policy)),
    lacking: (password) => data && joined(data.sentences(data.policy, password)),
  }
}
