/**
 * Key of writing notes about records of an entity; reading them needs no more than reading the
 * record.
 */
export const noteKey = (entity: string): string => `${entity}.note`
