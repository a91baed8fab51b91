/**
 * Key for writing notes on records of an entity; reading them needs only permission to read the
 * record.
 */
export const noteKey = (entity: string): string => `${entity}.note`
