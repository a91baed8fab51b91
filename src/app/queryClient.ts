import { QueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'

/**
 * The query cache of a page. The API client itself repeats calls that got no answer; here only a
 * server that is busy for a moment is asked again.
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
