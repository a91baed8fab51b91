export const root: string
export function at(...parts: string[]): string
export const command: Readonly<
  Record<'vite' | 'vitest' | 'tsc' | 'tsx' | 'oxlint' | 'knip' | 'redocly', () => string>
>
