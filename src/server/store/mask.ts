/** A secret as answers show it: its last four characters when it is long enough to spare them. Null stays null. */
export const maskSecret = (value: string | null | undefined): { masked: string } | null =>
  value === null || value === undefined
    ? null
    : { masked: value.length >= 8 ? `•••• ${value.slice(-4)}` : '••••' }
