/** Prefix of encrypted secrets; plain values must not start with it. */
export const SEALED = 'sealed:'

export const isSealed = (value: string): boolean => value.startsWith(SEALED)
