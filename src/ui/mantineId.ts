import { useId as useReactId } from 'react'

/**
 * Replaces Mantine's hook of this name: the given id, or React's. Mantine's own sets a random id
 * after the first render, also beside a given one, so that each input renders twice.
 */
export const useId = (given?: string): string => {
  const own = useReactId()
  return given ?? `mantine-${own}`
}
