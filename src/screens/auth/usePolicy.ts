import { useQuery } from '@tanstack/react-query'
import { passwordPolicy } from '#data/accounts.ts'

/** Shortest password the server takes; 8 until it has answered. */
export const useMinPasswordLength = (): number =>
  useQuery({ queryKey: ['password-policy'], queryFn: ({ signal }) => passwordPolicy(signal), staleTime: Infinity }).data?.minPasswordLength ?? 8
