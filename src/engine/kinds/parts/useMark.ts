import { useFormat } from '#ui/useFormat.ts'

/** The decimal mark of the person's language. */
export const useMark = (): string => useFormat().number(0.5).charAt(1)
