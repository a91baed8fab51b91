import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { cssVariables, theme } from '#ui/theme.ts'
import { modeManager, storedMode } from '#ui/themeMode.ts'

const manager = modeManager()

/**
 * Providers of every page: theme, colour scheme and query cache. Mantine generates its variables at
 * run time, which saves sending them as a stylesheet. `nonce` is set on the generated style
 * elements.
 */
export const Providers = ({
  queryClient,
  nonce,
  children,
}: {
  readonly queryClient: QueryClient
  readonly nonce?: string
  readonly children: ReactNode
}) => (
  <QueryClientProvider client={queryClient}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      deduplicateCssVariables={false}
      colorSchemeManager={manager}
      defaultColorScheme={storedMode()}
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      {children}
    </MantineProvider>
  </QueryClientProvider>
)
