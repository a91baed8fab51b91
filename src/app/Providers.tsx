import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { cssVariables, theme } from '#ui/theme.ts'
import { modeManager, storedMode } from '#ui/themeMode.ts'

const manager = modeManager()

/**
 * What every page stands on: theme, colour scheme and query cache. Mantine writes all its variables
 * at run time, which saves sending them as a sheet. `nonce` is set on the style elements made at
 * run time.
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
