/** Largest amount of a money field, in minor units. */
export const MAX_AMOUNT = 1_000_000_000_000
