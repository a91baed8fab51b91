import type { QueryClient } from '@tanstack/react-query'
import { retryImport } from '#ui/retryImport.ts'

/**
 * Says that a change was made. With the ids of operations that can be undone, oldest first, the
 * toast stays ten seconds and offers that; Ctrl+Z outside inputs does the same.
 */
export const reportChange = (
  client: QueryClient,
  message: string,
  operations: string | readonly string[] | undefined,
): void =>
  void retryImport(() => import('./undo.ts')).then((m) => m.report(client, message, operations))
