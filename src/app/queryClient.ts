import { QueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'

/**
 * The query cache of a page. The API client itself retries calls without a response; here only a
 * temporarily busy server is retried.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => isProblem(error, 503) && count < 2,
        retryDelay: (_count, error) =>
          isProblem(error) ? Math.min(error.retryAfterS ?? 1, 10) * 1000 : 1000,
      },
      mutations: { retry: false },
    },
  })
