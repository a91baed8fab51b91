/** Begins the encrypted form of a secret; no value in clear may. */
export const SEALED = 'sealed:'

export const isSealed = (value: string): boolean => value.startsWith(SEALED)
