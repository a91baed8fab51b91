import { useMemo } from 'react'

/** The object of the last render while its members are the same, so that who gets it need not render. */
export const useSame = <T extends object>(given: T): T =>
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the members are the dependencies
  useMemo(() => given, Object.values(given))
